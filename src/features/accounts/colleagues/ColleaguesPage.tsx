import type { FieldErrors } from '../../../lib/calls/field-checks.ts'
import { NextButton, PostButton, SubmitButton } from '../../../ui/Actions.tsx'
import { Section } from '../../../ui/Card.tsx'
import { ErrorSummary } from '../../../ui/forms/ErrorSummary.tsx'
import { TextField } from '../../../ui/forms/Field.tsx'
import { definePage } from '../../../ui/page.ts'
import { AccountFrame } from '../AccountFrame.tsx'
import { colleagueMessages } from '../messages.ts'
import type { AccountNavigation } from '../navigation.ts'
import { type Colleague, type ColleagueRole, colleagueRoles, roleNames } from './colleague.ts'

interface ListedColleague extends Colleague {
  isSelf: boolean
}

interface OpenInvitationRow extends Omit<Colleague, 'name'> {
  inviter: string
  /** The last day on which its link works. */
  until: string
}

export interface ColleaguesPageProps {
  navigation: AccountNavigation
  company: string
  /** False: the head buyer's own orders need approval. */
  canManage: boolean
  colleagues: readonly ListedColleague[]
  invitations: readonly OpenInvitationRow[]
  /** As it was typed before an error. */
  form: { email: string; role: ColleagueRole }
  errors: FieldErrors
}

export function ColleaguesPage(props: ColleaguesPageProps) {
  const { navigation, company, canManage, colleagues, invitations, form, errors } = props
  return (
    <AccountFrame navigation={navigation} current="colleagues" title="Colleagues">
      {Object.keys(errors).length > 0 && <ErrorSummary errors={errors} attempt={1} />}
      <div className="max-w-3xl space-y-8">
        <Section id="members" heading={`Who orders for ${company}`} headingClassName="text-xl">
          {!canManage && <p className="mt-2 max-w-prose">{colleagueMessages.restricted}</p>}
          <ul className="card mt-3 divide-y divide-rule">
            {colleagues.map(colleague => (
              <ColleagueItem key={colleague.id} colleague={colleague} canRemove={canManage} />
            ))}
          </ul>
        </Section>
        {invitations.length > 0 && <Invitations rows={invitations} canManage={canManage} />}
        {canManage && <InviteForm form={form} error={errors.email} />}
      </div>
    </AccountFrame>
  )
}

export const colleaguesPage = definePage('features/accounts/colleagues/ColleaguesPage', ColleaguesPage)

const invitationRow = 'flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-3 sm:px-5'

function ColleagueItem({ colleague, canRemove }: { colleague: ListedColleague; canRemove: boolean }) {
  const { id, name, email, role, isSelf } = colleague
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 gap-y-1 px-4 py-3 sm:grid-cols-[minmax(0,1fr)_10rem_6rem] sm:px-5">
      <div className="min-w-0 max-sm:col-span-2">
        <p className="font-semibold">
          {name}
          {isSelf && <span className="font-normal text-steel"> (you)</span>}
        </p>
        <p className="wrap-anywhere note">{email}</p>
      </div>
      <p className="text-sm">{roleNames[role].name}</p>
      {canRemove && !isSelf && (
        <a href={`/account/colleagues/${id}/remove`} className="button justify-self-end px-4">
          Remove<span className="sr-only"> {name}</span>
        </a>
      )}
    </li>
  )
}

function Invitations({ rows, canManage }: { rows: readonly OpenInvitationRow[]; canManage: boolean }) {
  return (
    <Section id="invitations" heading="Invited, not joined yet" headingClassName="text-xl">
      <ul className="card mt-3 divide-y divide-rule">
        {rows.map(({ id, email, role, inviter, until }) => (
          <li key={id} className={invitationRow}>
            <div className="min-w-0">
              <p className="wrap-anywhere font-semibold">{email}</p>
              <p className="note">
                {roleNames[role].name} · invited by {inviter} · until {until}
              </p>
            </div>
            {canManage && (
              <div className="flex gap-3">
                <form method="post" action="/account/colleagues/invitations">
                  <input type="hidden" name="email" value={email} />
                  <input type="hidden" name="role" value={role} />
                  <SubmitButton className="px-4">
                    Send again<span className="sr-only"> to {email}</span>
                  </SubmitButton>
                </form>
                <PostButton
                  action={`/account/colleagues/invitations/${id}/withdraw`}
                  buttonClass="button px-4"
                >
                  Withdraw<span className="sr-only"> the invitation of {email}</span>
                </PostButton>
              </div>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}

function InviteForm({ form, error }: { form: ColleaguesPageProps['form']; error: string | undefined }) {
  return (
    <section aria-labelledby="invite" className="card p-5 sm:p-6">
      <h2 id="invite" className="mb-1 text-xl">
        Invite a colleague
      </h2>
      <p className="mb-5 max-w-prose text-steel">
        We’ll email them a link that works once, for 7 days. They choose a password, and can then order at
        your company’s prices.
      </p>
      <form method="post" action="/account/colleagues/invitations" noValidate className="space-y-5">
        <TextField
          id="email"
          name="email"
          label="Email address"
          type="email"
          autoComplete="off"
          spellCheck={false}
          defaultValue={form.email}
          error={error}
        />
        <fieldset>
          <legend className="font-semibold">What can they do?</legend>
          <div className="mt-2 grid gap-3 md:grid-cols-3">
            {colleagueRoles.map(role => (
              <label
                key={role}
                className="flex cursor-pointer gap-3 rounded border border-rule bg-surface p-4 has-checked:border-ink has-checked:bg-wash has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-link"
              >
                <input
                  type="radio"
                  name="role"
                  value={role}
                  defaultChecked={role === form.role}
                  className="mt-1 size-4 shrink-0"
                />
                <span>
                  <span className="block font-semibold">{roleNames[role].name}</span>
                  <span className="block note">{roleNames[role].description}</span>
                </span>
              </label>
            ))}
          </div>
        </fieldset>
        <NextButton>Send invitation</NextButton>
      </form>
    </section>
  )
}
