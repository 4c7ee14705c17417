import type { ReactNode } from 'react'
import { Card } from '../../../ui/Card.tsx'
import { TextAreaField } from '../../../ui/forms/FormFields.tsx'
import type { QuoteMessageView } from './quote-message.ts'

export interface QuoteThreadProps {
  messages: QuoteMessageView[]
  /** Null: nothing can be written (any more). */
  form: {
    /** It is posted there. */
    url: string
    /** The same press twice writes once. */
    requestKey: string
    /** As typed before an error. */
    typed: string
    error: string | null
    /** Staff's: id of the last message that is displayed. */
    lastMessage?: number
  } | null
}

interface ThreadSectionProps extends QuoteThreadProps {
  label: string
  hint: ReactNode
  /** The buttons of the form. */
  children: ReactNode
  /** Beside the form. */
  after?: ReactNode
  /** The form is behind this summary until it is needed; null: it is open. */
  summary?: string | null
}

/** What the customer and the shop have written to each other about a quote, and the form to write more. */
export function ThreadSection({ summary = null, after, ...thread }: ThreadSectionProps) {
  const { messages, form } = thread
  if (messages.length === 0 && form === null) return null
  return (
    <Card id="messages" heading="Messages about this quote" className="mt-6">
      {messages.length > 0 && (
        <ol className="mt-3 space-y-3">
          {messages.map(message => (
            <MessageItem key={message.id} message={message} />
          ))}
        </ol>
      )}
      {form && summary === null && <MessageForm {...thread} form={form} />}
      {form && summary !== null && (
        <details open={form.error !== null} className="no-print mt-4">
          <summary className="button w-fit">{summary}</summary>
          <MessageForm {...thread} form={form} />
        </details>
      )}
      {after}
    </Card>
  )
}

type MessageFormProps = Pick<ThreadSectionProps, 'label' | 'hint' | 'children'> & {
  form: NonNullable<QuoteThreadProps['form']>
}

function MessageForm({ form, label, hint, children }: MessageFormProps) {
  return (
    <form method="post" action={form.url} noValidate className="no-print mt-5 max-w-2xl">
      <input type="hidden" name="request" value={form.requestKey} />
      {form.lastMessage !== undefined && <input type="hidden" name="last_message" value={form.lastMessage} />}
      <TextAreaField
        id="message-text"
        name="text"
        label={label}
        hint={hint}
        error={form.error}
        rows={4}
        defaultValue={form.typed}
      />
      <div className="mt-3 flex flex-wrap gap-3">{children}</div>
    </form>
  )
}

function MessageItem({ message }: { message: QuoteMessageView }) {
  const { who, when, iso, isFromStaff, isChangeRequest, isOpen, text } = message
  return (
    <li className={`max-w-2xl border-l-4 pl-4 ${isFromStaff ? 'border-rule' : 'border-amber'}`}>
      <p className="note">
        <span className="font-semibold text-ink">{who}</span>, <time dateTime={iso}>{when}</time>
        {isChangeRequest && <span className="font-semibold text-ink"> · asks for a change</span>}
        {isOpen && <span> · not answered yet</span>}
      </p>
      <p className="whitespace-pre-line wrap-anywhere">{text}</p>
    </li>
  )
}

export interface CustomerThreadProps extends QuoteThreadProps {
  canAskForChange: boolean
}

export function CustomerThread({ canAskForChange, ...thread }: CustomerThreadProps) {
  return (
    <ThreadSection
      {...thread}
      label={canAskForChange ? 'Would you like something different?' : 'Write to us about this quote'}
      hint={
        canAskForChange
          ? 'Other quantities, another part, a later day: tell us. You can still accept the quote as it is.'
          : 'We answer by email, and here.'
      }
    >
      {canAskForChange && (
        <button type="submit" name="change_request" value="1" className="button button-strong">
          Ask for a change
        </button>
      )}
      <button type="submit" className={canAskForChange ? 'button' : 'button button-strong'}>
        Send message
      </button>
    </ThreadSection>
  )
}
