import type { AdminQuotePageProps } from '../view.ts'

/** Makes a new quote like this one. */
export function CopyForm({ quote, requestKey }: AdminQuotePageProps) {
  return (
    <form
      method="post"
      action={`${quote.url}/copy`}
      aria-labelledby="copy"
      className="no-print card mt-6 flex flex-wrap items-center gap-x-4 gap-y-3 p-5"
    >
      <input type="hidden" name="request_key" value={requestKey} />
      <div className="mr-auto">
        <h2 id="copy" className="text-lg">
          Copy to a new quote
        </h2>
        <p className="note">For the same customer. Nothing is sent yet.</p>
      </div>
      <div className="flex flex-wrap gap-3">
        <button type="submit" name="prices" value="same" className="button">
          Copy with these prices
        </button>
        <button type="submit" name="prices" value="current" className="button">
          Copy with today’s prices
        </button>
      </div>
    </form>
  )
}
