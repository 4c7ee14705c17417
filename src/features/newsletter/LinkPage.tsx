import { PostButton } from '../../ui/Actions.tsx'
import { NarrowCard } from '../../ui/Card.tsx'
import { definePage } from '../../ui/page.ts'

export type LinkKind = 'confirm' | 'unsubscribe'

export interface LinkPageProps {
  kind: LinkKind
  token: string
  /** Null: the link is not valid any more. */
  email: string | null
  linkGoneMessage: string
}

export function LinkPage({ kind, token, email, linkGoneMessage }: LinkPageProps) {
  return (
    <NarrowCard heading={headings[kind]}>
      {email === null ? (
        <>
          <p>{linkGoneMessage}</p>
          <a href="/" className="button mt-5">
            Go to the shop
          </a>
        </>
      ) : (
        <>
          <p>
            {questions[kind]} <strong className="wrap-anywhere">{email}</strong>?
          </p>
          <PostButton
            action={`/newsletter/${kind}/${token}`}
            className="mt-5"
            buttonClass="button button-next"
          >
            {buttons[kind]}
          </PostButton>
        </>
      )}
    </NarrowCard>
  )
}

export const linkPage = definePage('features/newsletter/LinkPage', LinkPage)

const headings = { confirm: 'Confirm your newsletter', unsubscribe: 'Stop the newsletter' } as const
const questions = {
  confirm: 'Shall we send our newsletter to',
  unsubscribe: 'Shall we stop sending our newsletter to',
} as const
const buttons = { confirm: 'Yes, send it', unsubscribe: 'Yes, stop it' } as const
