/** The button that ends a stage: says where it leads, shows that it works, and ignores a second press. */
export function Continue({ label, isBusy }: { label: string; isBusy: boolean }) {
  return (
    <div className="mt-6">
      <button
        type="submit"
        className="button button-next min-h-12 px-6 text-lg"
        aria-busy={isBusy || undefined}
      >
        {isBusy ? 'Saving…' : label}
      </button>
      <span role="status" className="sr-only">
        {isBusy ? 'Saving…' : ''}
      </span>
    </div>
  )
}
