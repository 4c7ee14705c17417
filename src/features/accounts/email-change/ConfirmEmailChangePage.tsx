import { PostButton } from '../../../ui/Actions.tsx'
import { NarrowCard } from '../../../ui/Card.tsx'
import { definePage } from '../../../ui/page.ts'

interface EmailChangeLinkView {
  token: string
  /** The address that the link was e-mailed to. */
  side: 'current' | 'new'
  email: string
  newEmail: string
  isCurrentConfirmed: boolean
  isNewConfirmed: boolean
}

export interface ConfirmEmailChangePageProps {
  /** Null: the link does not work, as `message` says. */
  link: EmailChangeLinkView | null
  message: string
}

export function ConfirmEmailChangePage({ link, message }: ConfirmEmailChangePageProps) {
  return (
    <NarrowCard heading={link ? getHeading(link) : 'Change of email address'}>
      {link ? (
        <Content link={link} />
      ) : (
        <>
          <p>{message}</p>
          <a href="/account/details" className="button mt-5">
            Go to your account
          </a>
        </>
      )}
    </NarrowCard>
  )
}

export const confirmEmailChangePage = definePage(
  'features/accounts/email-change/ConfirmEmailChangePage',
  ConfirmEmailChangePage,
)

const isDone = ({ isCurrentConfirmed, isNewConfirmed }: EmailChangeLinkView) =>
  isCurrentConfirmed && isNewConfirmed

function getHeading(link: EmailChangeLinkView): string {
  if (isDone(link)) return 'Your email address is changed'
  const isConfirmed = link.side === 'current' ? link.isCurrentConfirmed : link.isNewConfirmed
  return isConfirmed ? 'One more link to open' : 'Change your email address?'
}

function Content({ link }: { link: EmailChangeLinkView }) {
  const { token, side, email, newEmail } = link
  if (isDone(link)) {
    return (
      <>
        <p>
          You now sign in with <strong className="wrap-anywhere">{newEmail}</strong>.
        </p>
        <a href="/account" className="button mt-5">
          Go to your account
        </a>
      </>
    )
  }
  const isConfirmed = side === 'current' ? link.isCurrentConfirmed : link.isNewConfirmed
  if (isConfirmed) {
    return (
      <>
        <p>
          Thank you. Now open the link we sent to{' '}
          <strong className="wrap-anywhere">{side === 'current' ? newEmail : email}</strong> to finish the
          change.
        </p>
        {side === 'current' && <Stop token={token} />}
      </>
    )
  }
  return (
    <>
      <p>
        From <strong className="wrap-anywhere">{email}</strong> to{' '}
        <strong className="wrap-anywhere">{newEmail}</strong>. You will sign in with the new address and get
        our emails there. Your other devices will be signed out.
      </p>
      <PostButton action={`/account/email/${token}`} className="mt-5" buttonClass="button button-next">
        {side === 'current' ? 'Yes, change it' : 'Yes, this is my new address'}
      </PostButton>
      {side === 'current' && <Stop token={token} />}
    </>
  )
}

function Stop({ token }: { token: string }) {
  return (
    <form
      method="post"
      action={`/account/email/${token}/stop`}
      className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-rule pt-4"
    >
      <p className="grow">Not you?</p>
      <button type="submit" className="button border-danger text-danger">
        Stop the change
      </button>
    </form>
  )
}
