import { Card } from '../../../ui/Card.tsx'
import { Fact } from '../../../ui/Fact.tsx'
import { TextField } from '../../../ui/forms/Field.tsx'
import { OptionField, RadioField } from '../../../ui/forms/FormFields.tsx'
import { createFieldProps } from '../../../ui/forms/field-props.ts'
import { definePage } from '../../../ui/page.ts'
import { staffRights } from '../../accounts/visitor.ts'
import { AdminForm } from '../AdminForm.tsx'
import { AdminSubjectFrame, type SubjectPageProps } from '../AdminSubjectFrame.tsx'
import { rightNames, type StaffRightsForm, staffUrl } from './staff.ts'

interface StaffMemberPageProps extends SubjectPageProps {
  name: string
  /** Null: somebody who is to be invited. */
  member: {
    email: string
    access: string
    isActive: boolean
    hasSecondFactor: boolean
    isSelf: boolean
  } | null
  invited: { name: string; email: string }
  rights: StaffRightsForm
}

/** A member of staff, or the form that invites one. */
export function StaffMemberPage(props: StaffMemberPageProps) {
  const { member } = props
  return (
    <AdminSubjectFrame
      {...props}
      current="staff"
      state={member?.isActive === false && { text: 'Disabled', tone: 'stopped' }}
      forms={member && !member.isSelf && <MemberForms {...props} member={member} />}
      back={{ url: staffUrl, name: 'All staff' }}
    >
      {member ? <MemberFacts {...member} /> : <InviteForm {...props} />}
    </AdminSubjectFrame>
  )
}

export const staffMemberPage = definePage('features/back-office/staff/StaffMemberPage', StaffMemberPage)

type Member = NonNullable<StaffMemberPageProps['member']>

function InviteForm(props: StaffMemberPageProps) {
  const toField = createFieldProps(props.invited, props.errors)
  return (
    <Card id="invite" heading="Who it is" headingClassName="sr-only">
      <AdminForm action={props.url} version="" button="Send the invitation" look="button-next">
        <TextField {...toField('name')} label="Name" />
        <TextField
          {...toField('email')}
          type="email"
          label="Email address"
          hint="They sign in with it. The link to choose a password goes there."
        />
        <RightsFields {...props} />
      </AdminForm>
    </Card>
  )
}

function RightsFields({ rights, errors }: StaffMemberPageProps) {
  return (
    <>
      <RadioField
        id="role"
        legend="Role"
        options={{ staff: 'Staff, with the rights below', manager: 'Manager: all rights, and changes staff' }}
        value={rights.role}
        error={errors.role}
      />
      <fieldset>
        <legend className="font-semibold">Rights</legend>
        {staffRights.map(right => (
          <OptionField key={right} type="checkbox" name={right} value="1" defaultChecked={rights[right]}>
            {rightNames[right]}
          </OptionField>
        ))}
      </fieldset>
    </>
  )
}

const MemberFacts = ({ email, access, hasSecondFactor, isSelf }: Member) => (
  <Card id="facts" heading="Details" headingClassName="sr-only">
    <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
      <Fact name="Email" className="wrap-anywhere">
        {email}
      </Fact>
      <Fact name="May do">{access}</Fact>
      <Fact name="Two-step sign-in">{hasSecondFactor ? 'On' : 'Off'}</Fact>
    </dl>
    {isSelf && <p className="mt-3">This is your login: another manager changes it.</p>}
  </Card>
)

function MemberForms(props: StaffMemberPageProps & { member: Member }) {
  const { url, version, member } = props
  const { isActive, hasSecondFactor } = member
  const to = (call: string) => ({ action: `${url}${call}`, version })
  return (
    <>
      {isActive && (
        <Card id="rights" heading="Rights">
          <AdminForm {...to('')} button="Save rights">
            <RightsFields {...props} />
          </AdminForm>
        </Card>
      )}
      <Card id="login" heading="Login">
        <AdminForm
          {...to('/invite')}
          button="Send the link"
          folded={isActive ? 'Send another link…' : 'Let them in again…'}
        >
          <p>
            An email with a link to choose a new password.{' '}
            {isActive ? 'The present one works until then.' : 'Two-step sign-in is set up again.'}
          </p>
        </AdminForm>
        {isActive && hasSecondFactor && (
          <AdminForm
            {...to('/reset-factor')}
            button="Reset two-step sign-in"
            folded="Reset two-step sign-in…"
          >
            <p>Make sure who is asking. They are signed out everywhere, and get an email about it.</p>
          </AdminForm>
        )}
        {isActive && (
          <AdminForm {...to('/disable')} button="Disable the login" folded="Disable…">
            <p>Signed out everywhere at once.</p>
          </AdminForm>
        )}
      </Card>
    </>
  )
}
