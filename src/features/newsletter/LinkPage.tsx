import { definePage } from '../../ui/page.ts'

export type LinkKind = 'confirm' | 'unsubscribe'

export interface LinkPageProps {
  kind: LinkKind
  token: string
  /** Null: the link is not valid any more. */
  email: string | null
  linkGoneMessage: string
}

/** The page behind the e-mailed links, with the button that confirms or unsubscribes. */
export function LinkPage({ kind, token, email, linkGoneMessage }: LinkPageProps) {
  return (
    <div className="wrap py-8">
      <div className="card mx-auto max-w-xl p-6 sm:p-8">
        <h1 className="mb-4 text-2xl">{headings[kind]}</h1>
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
            <form method="post" action={`/newsletter/${kind}/${token}`} className="mt-5">
              <button type="submit" className="button button-next">
                {buttons[kind]}
              </button>
            </form>
          </>
        )}
      </div>
    </div>
  )
}

export const linkPage = definePage('features/newsletter/LinkPage', LinkPage)

const headings = { confirm: 'Confirm your newsletter', unsubscribe: 'Stop the newsletter' } as const
const questions = {
  confirm: 'Shall we send our newsletter to',
  unsubscribe: 'Shall we stop sending our newsletter to',
} as const
const buttons = { confirm: 'Yes, send it', unsubscribe: 'Yes, stop it' } as const
