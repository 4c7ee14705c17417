import { PostButton, TextLink } from '../../../ui/Actions.tsx'
import { NarrowCard } from '../../../ui/Card.tsx'
import { definePage } from '../../../ui/page.ts'

export interface VerifyAddressPageProps {
  /** Null: it was used already or has expired. */
  link: { token: string; email: string; name: string } | null
  linkGoneMessage: string
}

/** The page behind the e-mailed link. It also says what to do when the account was created by somebody else. */
export function VerifyAddressPage({ link, linkGoneMessage }: VerifyAddressPageProps) {
  return (
    <NarrowCard heading="Confirm your email address">
      {link === null ? (
        <>
          <p>{linkGoneMessage}</p>
          <a href="/account" className="button mt-5">
            Go to your account
          </a>
        </>
      ) : (
        <>
          <p>
            Is <strong className="wrap-anywhere">{link.email}</strong> your address, and did you order with us
            under the name of <strong>{link.name}</strong>?
          </p>
          <PostButton
            action={`/account/verify/${link.token}`}
            className="mt-5"
            buttonClass="button button-next"
          >
            Yes, confirm it
          </PostButton>
          <p className="mt-6 border-t border-rule pt-4 note">
            Wasn’t it you? <TextLink href="/password/forgot">Set a password of your own</TextLink>. The
            account is then yours alone, and whoever set it up is signed out.
          </p>
        </>
      )}
    </NarrowCard>
  )
}

export const verifyAddressPage = definePage(
  'features/accounts/verification/VerifyAddressPage',
  VerifyAddressPage,
)
