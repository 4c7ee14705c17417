import { Card } from '../../ui/Card.tsx'

/** Something that was typed into a form or a field that its page has not got any more, to be read and copied. */
export interface DiscardedInput {
  name: string
  text: string
}

/** What was typed into a form that is not on the page any more, beside the message that says why. */
export function DiscardedInputs({ facts }: { facts: readonly DiscardedInput[] }) {
  if (facts.length === 0) return null
  return (
    <Card id="discarded-input" heading="What you typed" className="mb-6">
      <dl className="mt-3 space-y-4">
        {facts.map(({ name, text }) => (
          <div key={name}>
            <dt className="note">{name}</dt>
            <dd className="whitespace-pre-line wrap-anywhere">{text}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
