import type { FieldErrors } from '../../../lib/calls/field-checks.ts'
import { NextButton, PostButton } from '../../../ui/Actions.tsx'
import { NarrowCard } from '../../../ui/Card.tsx'
import { ErrorSummary } from '../../../ui/forms/ErrorSummary.tsx'
import { TextField } from '../../../ui/forms/Field.tsx'
import { NewPassword } from '../../../ui/forms/NewPassword.tsx'
import { definePage } from '../../../ui/page.ts'
import { invitationMessages } from '../messages.ts'
import type { InvitationState } from './colleague.ts'

export interface InvitationPageProps {
  state: InvitationState
  token: string
  company: string
  inviter: string
  email: string
  /** The address of the signed-in account; '' without a login. */
  signedInAs: string
  /** As it was typed before an error. */
  name: string
  cannotJoin: string
  errors: FieldErrors
}

export function InvitationPage(props: InvitationPageProps) {
  const { state, company, errors } = props
  const Content = contents[state]
  return (
    <NarrowCard heading={state === 'gone' ? 'Your invitation' : `Order for ${company}`}>
      {Object.keys(errors).length > 0 && <ErrorSummary errors={errors} attempt={1} />}
      <Content {...props} />
    </NarrowCard>
  )
}

export const invitationPage = definePage('features/accounts/colleagues/InvitationPage', InvitationPage)

const contents: Record<InvitationState, (props: InvitationPageProps) => React.ReactNode> = {
  new_account: NewAccount,
  sign_in: SignIn,
  wrong_account: WrongAccount,
  unverified: Unverified,
  can_join: Join,
  cannot_join: ({ cannotJoin }) => <p>{cannotJoin}</p>,
  accepted: Accepted,
  gone: () => <p>{invitationMessages.gone}</p>,
}

function NewAccount({ token, company, inviter, email, name, errors }: InvitationPageProps) {
  return (
    <>
      <p className="mb-5">
        {inviter} invites you to order from us for {company}. You will sign in with{' '}
        <strong className="wrap-anywhere">{email}</strong>.
      </p>
      <form method="post" action={`/account/invitation/${token}`} noValidate className="space-y-5">
        <TextField
          id="name"
          name="name"
          label="Your name"
          hint="On orders and approval requests"
          autoComplete="name"
          defaultValue={name}
          error={errors.name}
        />
        <NewPassword email={email} label="Password" error={errors.password} />
        <NextButton>Join {company}</NextButton>
      </form>
    </>
  )
}

function SignIn({ token, company, inviter, email }: InvitationPageProps) {
  const redirectTo = encodeURIComponent(`/account/invitation/${token}`)
  return (
    <>
      <p>
        {inviter} invites you to order from us for {company}. You have an account for{' '}
        <strong className="wrap-anywhere">{email}</strong> already: sign in, then join with one click. Your
        own orders and lists stay yours.
      </p>
      <a href={`/login?redirectTo=${redirectTo}`} className="button button-next mt-5">
        Sign in and join
      </a>
    </>
  )
}

function Join({ token, company, inviter, email }: InvitationPageProps) {
  return (
    <>
      <p>
        {inviter} invites you to order from us for {company}. You are signed in as{' '}
        <strong className="wrap-anywhere">{email}</strong>. Your own orders and lists stay yours; head buyers
        of {company} see what you order from now on.
      </p>
      <PostButton action={`/account/invitation/${token}`} className="mt-5" buttonClass="button button-next">
        Join {company}
      </PostButton>
    </>
  )
}

function WrongAccount({ company, email, signedInAs }: InvitationPageProps) {
  return (
    <>
      <p>
        This invitation to order for {company} is for <strong className="wrap-anywhere">{email}</strong>, but
        you are signed in as <strong className="wrap-anywhere">{signedInAs}</strong>. Sign out, then open the
        link in the email again.
      </p>
      <PostButton action="/logout" className="mt-5">
        Sign out
      </PostButton>
    </>
  )
}

function Unverified({ company, email }: InvitationPageProps) {
  return (
    <>
      <p>
        There is an account for <strong className="wrap-anywhere">{email}</strong>, but nobody has confirmed
        that address yet. To make sure the account is yours, choose a new password first. Then open this link
        again and join {company}.
      </p>
      <a href="/password/forgot" className="button button-next mt-5">
        Choose a new password
      </a>
    </>
  )
}

function Accepted({ company, email, signedInAs }: InvitationPageProps) {
  return (
    <>
      <p>
        This invitation was accepted: <strong className="wrap-anywhere">{email}</strong> orders for {company}.
      </p>
      <a href={signedInAs === '' ? '/login?redirectTo=%2Faccount' : '/account'} className="button mt-5">
        {signedInAs === '' ? 'Sign in' : 'Go to your account'}
      </a>
    </>
  )
}
