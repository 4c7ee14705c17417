/** Says what could not be loaded and offers another try. */
export function LoadFailure({ text, retry }: { text: string; retry: () => void }) {
  return (
    <div role="alert" className="card border-l-4 border-l-danger px-4 py-3">
      <p>{text}</p>
      <button type="button" className="button mt-3" onClick={retry}>
        Try again
      </button>
    </div>
  )
}
