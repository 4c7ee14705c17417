import { SubmitButton } from '../../../ui/Actions.tsx'
import { TextAreaField } from '../../../ui/forms/StaffFields.tsx'
import { useStaffRight } from '../../back-office/AdminFrame.tsx'
import { openMessagesName } from '../../correspondence/correspondence.ts'
import type { AdminOrderPageProps } from '../view.ts'

/** A note for staff. Closed at first. */
export function NoteForm({ order, requestKey, typed, errors }: AdminOrderPageProps) {
  return (
    <details open={typed.note !== undefined} className="open:basis-full">
      <summary className="button">Add note…</summary>
      <form method="post" action={`${order.url}/notes`} noValidate className="card mt-2 max-w-xl p-5">
        <input type="hidden" name="request" value={requestKey} />
        <WordsField
          id="note-text"
          label="Note"
          hint="Only staff see it. Write @ and a name to pass it to a colleague: they get an email."
          typed={typed.note}
          error={errors['note-text']}
        />
        <SubmitButton className="button-strong mt-4">Save note</SubmitButton>
      </form>
    </details>
  )
}

/** A message that goes to the customer as an e-mail. Closed at first, unless the customer waits for an answer. */
export function MessageForm({ order, requestKey, typed, errors }: AdminOrderPageProps) {
  if (order.openMessages.length > 0) return null
  return (
    <details open={typed.message !== undefined} className="open:basis-full">
      <summary className="button">Write to the customer…</summary>
      <form method="post" action={`${order.url}/messages`} noValidate className="card mt-2 max-w-xl p-5">
        <input type="hidden" name="request" value={requestKey} />
        <input type="hidden" name="last_message" value={order.lastMessage} />
        <WordsField
          id="message-text"
          label="Message"
          hint={`Goes to ${order.customer.email} and stays on the order’s page.`}
          typed={typed.message}
          error={errors['message-text']}
        />
        <SubmitButton className="button-strong mt-4">Send message</SubmitButton>
      </form>
    </details>
  )
}

/** The customer's messages that wait for an answer, with the form to answer them: closed at first, so that the facts stay in view. */
export function OpenMessages({ order, requestKey, typed, errors }: AdminOrderPageProps) {
  const canAnswer = useStaffRight('sales')
  if (order.openMessages.length === 0) return null
  return (
    <section
      aria-labelledby="to-answer"
      className={`mb-6 border-l-4 p-4 ${canAnswer ? 'border-amber bg-wash' : 'border-rule bg-surface'}`}
    >
      <h2 id="to-answer" className="text-lg">
        {order.openMessages.length === 1 ? 'A message to answer' : openMessagesName}
        {!canAnswer && ', for the office'}
      </h2>
      <ul>
        {order.openMessages.map(({ text, who, when }) => (
          <li key={`${when} ${text}`} className="mt-2 max-w-prose">
            <p className="whitespace-pre-line wrap-anywhere">{text}</p>
            <p className="note">
              {who}, {when}
            </p>
          </li>
        ))}
      </ul>
      {canAnswer && <AnswerForm order={order} requestKey={requestKey} typed={typed} errors={errors} />}
    </section>
  )
}

type AnswerFormProps = Pick<AdminOrderPageProps, 'order' | 'requestKey' | 'typed' | 'errors'>

function AnswerForm({ order, requestKey, typed, errors }: AnswerFormProps) {
  return (
    <div className="button-row no-print mt-3 flex flex-wrap gap-3 max-sm:flex-col">
      <details open={typed.message !== undefined} className="open:basis-full">
        <summary className="button button-next">Answer…</summary>
        <form method="post" action={`${order.url}/messages`} noValidate className="max-w-xl">
          <input type="hidden" name="request" value={requestKey} />
          <input type="hidden" name="last_message" value={order.lastMessage} />
          <WordsField
            id="message-text"
            label="Your answer"
            hint={`Goes to ${order.customer.email} and stays on the order’s page.`}
            typed={typed.message}
            error={errors['message-text']}
          />
          <SubmitButton className="button-next mt-4">Send answer</SubmitButton>
        </form>
      </details>
      <form method="post" action={`${order.url}/messages/dismiss`} className="contents">
        <input type="hidden" name="last_message" value={order.lastMessage} />
        <SubmitButton>No answer needed</SubmitButton>
      </form>
    </div>
  )
}

interface WordsFieldProps {
  id: string
  label: string
  hint: string
  typed: string | undefined
  error: string | undefined
}

function WordsField({ id, label, hint, typed, error }: WordsFieldProps) {
  return (
    <TextAreaField
      id={id}
      label={label}
      hint={hint}
      error={error}
      name="text"
      rows={4}
      defaultValue={typed ?? ''}
    />
  )
}
