/** What could not be had, and the way to ask once more. */
export function Failed({ text, again }: { text: string; again: () => void }) {
  return (
    <div role="alert" className="card border-l-4 border-l-danger px-4 py-3">
      <p>{text}</p>
      <button type="button" className="button mt-3" onClick={again}>
        Try again
      </button>
    </div>
  )
}
