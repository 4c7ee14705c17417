import { formatPounds } from '../../lib/money.ts'
import { StandaloneLink, TextLink } from '../../ui/Actions.tsx'
import { Card, Section } from '../../ui/Card.tsx'
import { Fact } from '../../ui/Fact.tsx'
import { TextField } from '../../ui/forms/Field.tsx'
import { OptionField, RadioField } from '../../ui/forms/FormFields.tsx'
import { createFieldProps } from '../../ui/forms/field-props.ts'
import { definePage } from '../../ui/page.ts'
import type { CustomerLogin } from '../accounts/people/customer-login.ts'
import { AdminForm } from '../back-office/AdminForm.tsx'
import { useStaffRight } from '../back-office/AdminFrame.tsx'
import { AdminSubjectFrame, type SubjectPageProps } from '../back-office/AdminSubjectFrame.tsx'
import { Addresses, MostBought } from './CompanyParts.tsx'
import { customersUrl, formatRights, toCompanyUrl } from './customer.ts'
import type { BoughtProduct, ListedAddress } from './view.ts'

type PersonRights = Pick<CustomerLogin, 'isHeadBuyer' | 'needsApproval' | 'mayOrderOnAccount'>

interface PersonPageProps extends SubjectPageProps, Omit<CustomerLogin, 'createdAt' | 'version'> {
  since: string
  /** To which the address is being changed; ''. */
  pendingEmail: string
  details: Pick<CustomerLogin, 'name' | 'telephone'>
  rights: PersonRights
  newEmail: string
  /** Where their data are exported and erased; null: the reader is no manager. */
  privacyUrl: string | null
  addresses: ListedAddress[]
  bought: BoughtProduct[]
}

export function PersonPage(props: PersonPageProps) {
  const { company, isActive } = props
  return (
    <AdminSubjectFrame
      {...props}
      current="customers"
      state={!isActive && { text: 'Disabled', tone: 'stopped' }}
      subtitle={
        company ? (
          <TextLink href={toCompanyUrl(company.accountNumber)}>{company.name}</TextLink>
        ) : (
          'Without a company'
        )
      }
      forms={
        <>
          {company && <RightsForm {...props} />}
          <LoginForms {...props} />
        </>
      }
      back={{ url: customersUrl, name: 'All customers' }}
    >
      <PersonFacts {...props} />
      <Addresses heading="Addresses of their own" {...props} />
      <MostBought bought={props.bought} />
      {props.privacyUrl && (
        <p className="no-print">
          <StandaloneLink href={props.privacyUrl}>Personal data: export or erase</StandaloneLink>
        </p>
      )}
    </AdminSubjectFrame>
  )
}

export const personPage = definePage('features/customers/PersonPage', PersonPage)

function PersonFacts(props: PersonPageProps) {
  const { email, telephone, isVerified, hasSecondFactor, pendingEmail, since, company, version } = props
  const { id, url, details, errors, approvalAbove, isActive } = props
  const canSell = useStaffRight('sales')
  const toField = createFieldProps(details, errors)
  return (
    <Section id="facts" heading="Details" headingClassName="sr-only" className="card p-5">
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
        <Fact name="Email" className="wrap-anywhere">
          {email}
          {!isVerified && <span className="block note">Not confirmed yet</span>}
          {pendingEmail !== '' && <span className="block note">{`To be changed to ${pendingEmail}`}</span>}
        </Fact>
        <Fact name="Telephone">{telephone || 'None'}</Fact>
        {company && <Fact name="May">{formatRights(props)}</Fact>}
        {approvalAbove !== null && (
          <Fact name="Without approval up to">{`${formatPounds(approvalAbove)} of goods a day, ex VAT`}</Fact>
        )}
        <Fact name="Two-step sign-in">{hasSecondFactor ? 'On' : 'Off'}</Fact>
        <Fact name="Customer since">{since}</Fact>
      </dl>
      <p className="mt-3 flex flex-wrap gap-x-6">
        {canSell && isActive && isVerified && (
          <StandaloneLink href={`/admin/orders/new?${new URLSearchParams({ customer: String(id) })}`}>
            New order
          </StandaloneLink>
        )}
        <StandaloneLink href={`/admin/orders?${new URLSearchParams({ state: 'all', query: email })}`}>
          Orders
        </StandaloneLink>
      </p>
      <AdminForm
        action={url}
        version={version}
        button="Save details"
        folded="Change name or telephone"
        isOpen={Boolean(errors.name || errors.telephone)}
      >
        <TextField {...toField('name')} label="Name" />
        <TextField {...toField('telephone')} label="Telephone" type="tel" optional />
      </AdminForm>
    </Section>
  )
}

function RightsForm({ url, version, rights, company }: PersonPageProps) {
  return (
    <Card id="rights" heading={`Orders for ${company!.name}`}>
      <AdminForm action={`${url}/rights`} version={version} button="Save what they may do">
        <RadioField
          id="role"
          legend="Role"
          options={{ buyer: 'Buyer', head_buyer: 'Head buyer' }}
          value={rights.isHeadBuyer ? 'head_buyer' : 'buyer'}
          error={undefined}
        />
        <OptionField
          type="checkbox"
          name="account_orders"
          value="1"
          defaultChecked={rights.mayOrderOnAccount}
        >
          May order on account
        </OptionField>
        <OptionField type="checkbox" name="needs_approval" value="1" defaultChecked={rights.needsApproval}>
          Orders need approval
        </OptionField>
      </AdminForm>
      <AdminForm
        action={`${url}/remove`}
        version={version}
        button={`Remove from ${company!.name}`}
        folded="Remove from the company…"
      >
        <p>
          Signed out at once, and orders that wait for approval are rejected. What was ordered stays with the
          company.
        </p>
      </AdminForm>
    </Card>
  )
}

function LoginForms({ url, version, isActive, hasSecondFactor, newEmail, errors }: PersonPageProps) {
  if (!isActive)
    return (
      <Card id="login" heading="Login">
        <AdminForm action={`${url}/enable`} version={version} button="Enable the login">
          <p>Nobody can sign in with this login.</p>
        </AdminForm>
      </Card>
    )
  return (
    <Card id="login" heading="Login">
      <AdminForm
        action={`${url}/email`}
        version={version}
        button="Send the link"
        folded="Change a dead email address…"
        isOpen={Boolean(errors.email)}
      >
        <TextField
          {...createFieldProps({ email: newEmail }, errors)('email')}
          type="email"
          label="New email address"
          hint="Make sure who is calling. They confirm it there, signed in with their password. The old address gets an email too."
        />
      </AdminForm>
      {hasSecondFactor && (
        <AdminForm
          action={`${url}/reset-factor`}
          version={version}
          button="Reset two-step sign-in"
          folded="Reset two-step sign-in…"
        >
          <p>
            Make sure who is calling. They are signed out everywhere, sign in with the password alone, and get
            an email about it.
          </p>
        </AdminForm>
      )}
      <AdminForm action={`${url}/disable`} version={version} button="Disable the login" folded="Disable…">
        <p>Signed out everywhere at once. It can be enabled again.</p>
      </AdminForm>
    </Card>
  )
}
