import { CodeLink, StandaloneLink, SubmitButton, TextLink } from '../../../ui/Actions.tsx'
import { definePage } from '../../../ui/page.ts'
import { AccountFrame } from '../AccountFrame.tsx'
import type { AccountNavigation } from '../navigation.ts'

export interface RemoveColleaguePageProps {
  navigation: AccountNavigation
  company: string
  colleague: { id: number; name: string; email: string }
  /** References of the colleague's requests that await approval. */
  waiting: readonly string[]
}

/** Says what removing a colleague does, before it is done. */
export function RemoveColleaguePage({ navigation, company, colleague, waiting }: RemoveColleaguePageProps) {
  const { id, name, email } = colleague
  return (
    <AccountFrame navigation={navigation} current="colleagues" title={`Remove ${name}?`}>
      <div className="card max-w-2xl p-5 sm:p-6">
        <p>
          <strong>{name}</strong> (<span className="wrap-anywhere">{email}</span>) will no longer order for{' '}
          {company}.
        </p>
        <ul className="mt-3 list-disc space-y-1 pl-5">
          <li>All their devices are signed out at once.</li>
          <li>They can no longer use your company’s prices, account or addresses.</li>
          <li>Their orders and quotes so far stay with {company}.</li>
        </ul>
        {waiting.length > 0 && (
          <div className="mt-4 border-l-4 border-amber pl-4">
            <p className="font-semibold">
              {waiting.length === 1
                ? 'One request is waiting for approval and will be rejected:'
                : `${waiting.length} requests are waiting for approval and will be rejected:`}
            </p>
            <ul className="mt-1">
              {waiting.map(reference => (
                <li key={reference}>
                  <CodeLink href={`/account/orders/${reference}`}>{reference}</CodeLink>
                </li>
              ))}
            </ul>
            <p className="mt-1">
              Do you need the goods?{' '}
              <TextLink href="/account/approvals">
                {waiting.length === 1 ? 'Approve it first' : 'Approve them first'}
              </TextLink>
              .
            </p>
          </div>
        )}
        <p className="mt-4 note">We’ll tell {name} by email.</p>
        <form
          method="post"
          action={`/account/colleagues/${id}/remove`}
          className="mt-5 flex flex-wrap items-center gap-x-6 gap-y-3"
        >
          <SubmitButton className="border-danger text-danger">Remove {name}</SubmitButton>
          <StandaloneLink href="/account/colleagues">Back without removing</StandaloneLink>
        </form>
      </div>
    </AccountFrame>
  )
}

export const removeColleaguePage = definePage(
  'features/accounts/colleagues/RemoveColleaguePage',
  RemoveColleaguePage,
)
