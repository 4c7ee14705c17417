import { Section } from '../../ui/Card.tsx'
import type { EmailView } from './correspondence.ts'

interface EmailsSectionProps {
  emails: readonly EmailView[]
  /** Who gets an e-mail that is sent again. */
  recipients: string
  /** Of the staff's page: its forms post below it. */
  url: string
  requestKey: string
  canSend: boolean
  /** What differs when it is sent again; absent: nothing. */
  changes?: string
}

/** The e-mails about an order or a quote. Those to the customer can be sent again. */
export function EmailsSection({ emails, recipients, url, requestKey, canSend, changes }: EmailsSectionProps) {
  if (emails.length === 0) return null
  return (
    <Section id="emails" heading="Emails" className="mt-8">
      {canSend && emails.some(email => email.canBeSentAgain) && (
        <p className="note wrap-anywhere">
          Send again emails the same text to {recipients}
          {changes}.
        </p>
      )}
      <ul className="mt-2 divide-y divide-rule border-y border-rule">
        {emails.map(email => (
          <li key={email.id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-2">
            <div className="min-w-0">
              <p className="font-semibold">{email.name}</p>
              <p className="note wrap-anywhere">
                <span className={email.hasFailed ? 'font-semibold text-danger' : ''}>{email.state}</span>{' '}
                <time dateTime={email.iso}>{email.when}</time> · {email.recipient}
              </p>
            </div>
            {canSend && email.canBeSentAgain && (
              <form method="post" action={`${url}/emails/${email.id}/send-again`} className="no-print">
                <input type="hidden" name="request" value={requestKey} />
                <button type="submit" className="button">
                  Send again<span className="sr-only">: {email.name}</span>
                </button>
              </form>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}
