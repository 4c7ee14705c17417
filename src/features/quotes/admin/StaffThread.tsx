import { ThreadSection } from '../messages/QuoteThread.tsx'
import type { AdminQuotePageProps } from './view.ts'

/** Id of the last message that is displayed; 0: there is none. */
export const getLastMessage = ({ thread }: AdminQuotePageProps): number => thread.messages.at(-1)?.id ?? 0

/** A customer's message waits for an answer. */
export const hasOpenMessage = ({ thread }: AdminQuotePageProps): boolean =>
  thread.messages.some(message => message.isOpen)

/** The messages about a quote for staff, with the form to answer. */
export function StaffThread(props: AdminQuotePageProps) {
  const { quote, thread } = props
  const isOpen = hasOpenMessage(props)
  return (
    <ThreadSection
      {...thread}
      form={thread.form && { ...thread.form, lastMessage: getLastMessage(props) }}
      summary={isOpen ? null : 'Write to the customer…'}
      label={isOpen ? 'Your answer' : 'Message'}
      hint={`Goes to ${quote.customer.email} and stays on the quote’s page.`}
      after={
        isOpen && (
          <form method="post" action={`${quote.url}/messages/dismiss`} className="no-print mt-3">
            <input type="hidden" name="last_message" value={getLastMessage(props)} />
            <button type="submit" className="link min-h-10">
              No answer needed
            </button>
          </form>
        )
      }
    >
      <button type="submit" className="button button-strong">
        {isOpen ? 'Send answer' : 'Send message'}
      </button>
    </ThreadSection>
  )
}
