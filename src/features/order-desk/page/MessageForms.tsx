import { SubmitButton } from '../../../ui/Actions.tsx'
import { TextAreaField } from '../../../ui/forms/FormFields.tsx'
import { useStaffRight } from '../../back-office/AdminFrame.tsx'
import { openMessagesName } from '../../correspondence/correspondence.ts'
import type { AdminOrderPageProps } from '../view.ts'

export const NoteForm = ({ order, requestKey, typed, errors }: AdminOrderPageProps) => (
  <WordsForm
    summary="Add note…"
    action={`${order.url}/notes`}
    requestKey={requestKey}
    id="note-text"
    label="Note"
    hint="Only staff see it. Write @ and a name to pass it to a colleague: they get an email."
    typed={typed.note}
    error={errors['note-text']}
    submit="Save note"
  />
)

/** A message that goes to the customer as an e-mail, unless the customer waits for an answer. */
export const MessageForm = (props: AdminOrderPageProps) =>
  props.order.openMessages.length === 0 && <CustomerMessageForm {...props} isAnswer={false} />

const CustomerMessageForm = ({
  order,
  requestKey,
  typed,
  errors,
  isAnswer,
}: AdminOrderPageProps & { isAnswer: boolean }) => (
  <WordsForm
    summary={isAnswer ? 'Answer…' : 'Write to the customer…'}
    isNext={isAnswer}
    action={`${order.url}/messages`}
    requestKey={requestKey}
    lastMessage={order.lastMessage}
    id="message-text"
    label={isAnswer ? 'Your answer' : 'Message'}
    hint={`Goes to ${order.customer.email} and stays on the order’s page.`}
    typed={typed.message}
    error={errors['message-text']}
    submit={isAnswer ? 'Send answer' : 'Send message'}
  />
)

interface WordsFormProps {
  summary: string
  /** It is what to do next: its buttons are amber, and it is in a notice instead of a card. */
  isNext?: boolean
  action: string
  requestKey: string
  lastMessage?: number
  id: string
  label: string
  hint: string
  typed: string | undefined
  error: string | undefined
  submit: string
}

/** A form with a text, closed at first. */
function WordsForm({ isNext = false, lastMessage, typed, ...props }: WordsFormProps) {
  const { id, label, hint, error } = props
  return (
    <details open={typed !== undefined} className="open:basis-full">
      <summary className={isNext ? 'button button-next' : 'button'}>{props.summary}</summary>
      <form
        method="post"
        action={props.action}
        noValidate
        className={isNext ? 'max-w-xl' : 'card mt-2 max-w-xl p-5'}
      >
        <input type="hidden" name="request" value={props.requestKey} />
        {lastMessage !== undefined && <input type="hidden" name="last_message" value={lastMessage} />}
        <TextAreaField {...{ id, label, hint, error }} name="text" rows={4} defaultValue={typed ?? ''} />
        <SubmitButton className={`${isNext ? 'button-next' : 'button-strong'} mt-4`}>
          {props.submit}
        </SubmitButton>
      </form>
    </details>
  )
}

/** The customer's messages that wait for an answer, with the form to answer them: closed at first, so that the facts stay in view. */
export function OpenMessages(props: AdminOrderPageProps) {
  const { order } = props
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
      {canAnswer && (
        <div className="button-row no-print mt-3 flex flex-wrap gap-3 max-sm:flex-col">
          <CustomerMessageForm {...props} isAnswer />
          <form method="post" action={`${order.url}/messages/dismiss`} className="contents">
            <input type="hidden" name="last_message" value={order.lastMessage} />
            <SubmitButton>No answer needed</SubmitButton>
          </form>
        </div>
      )}
    </section>
  )
}
