import { pluralize } from '../../lib/count.ts'
import { CodeLink, StandaloneLink, SubmitButton } from '../../ui/Actions.tsx'
import { Card, Section } from '../../ui/Card.tsx'
import { TextField } from '../../ui/forms/Field.tsx'
import { OptionField, RadioField } from '../../ui/forms/FormFields.tsx'
import { createFieldProps } from '../../ui/forms/field-props.ts'
import { type ColleagueRole, colleagueRoles, roleNames } from '../accounts/colleagues/colleague.ts'
import type { CustomerLogin } from '../accounts/people/customer-login.ts'
import { AdminForm } from '../back-office/AdminForm.tsx'
import type { SubjectPageProps } from '../back-office/AdminSubjectFrame.tsx'
import { formatRights, toPersonUrl } from './customer.ts'
import type { BoughtProduct, ListedAddress, ListedInvitation } from './view.ts'

export interface PeopleProps extends Pick<SubjectPageProps, 'url' | 'version' | 'errors'>, AddressesProps {
  name: string
  people: Omit<CustomerLogin, 'createdAt'>[]
  invitations: ListedInvitation[]
  invitation: { email: string; role: ColleagueRole; account_orders: boolean }
}

export function People({ url, version, people, invitations, name }: PeopleProps) {
  return (
    <Section id="people" heading="People" headingClassName="mb-2 text-lg">
      {people.length + invitations.length === 0 ? (
        <p className="card p-5">{`Nobody orders for ${name} yet.`}</p>
      ) : (
        <ul className="card divide-y divide-rule">
          {people.map(person => (
            <PersonItem key={person.id} person={person} />
          ))}
          {invitations.map(({ id, email, rights, until }) => (
            <li
              key={`invitation ${id}`}
              className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-5 py-3"
            >
              <div className="min-w-0">
                <p className="wrap-anywhere font-semibold">{email}</p>
                <p className="note">{`Invited as ${rights}, until ${until}`}</p>
              </div>
              <form method="post" action={`${url}/invitations/${id}/withdraw`}>
                <input type="hidden" name="seen" value={version} />
                <SubmitButton className="px-4">
                  Withdraw<span className="sr-only">{` the invitation of ${email}`}</span>
                </SubmitButton>
              </form>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

function PersonItem({ person }: { person: PeopleProps['people'][number] }) {
  const { id, email, telephone, isStaff, isActive } = person
  const name = person.name || email
  const state = !isActive ? 'Disabled' : isStaff ? 'Staff' : ''
  return (
    <li className="grid gap-x-6 px-5 py-3 sm:grid-cols-2 sm:items-baseline">
      <div className="min-w-0">
        <p className="wrap-anywhere font-semibold">
          {/* Staff are changed by other means. */}
          {isStaff ? name : <StandaloneLink href={toPersonUrl(id)}>{name}</StandaloneLink>}
        </p>
        <p className="wrap-anywhere note">{email}</p>
      </div>
      <div>
        <p>{formatRights(person)}</p>
        <p className="note">{[telephone, state].filter(Boolean).join(' · ')}</p>
      </div>
    </li>
  )
}

export function InviteForm({ url, version, people, invitations, invitation, errors }: PeopleProps) {
  const isOpen = people.length + invitations.length === 0 || Boolean(errors.email ?? errors.role)
  return (
    <Card id="invite" heading="Invite a person">
      <AdminForm
        action={`${url}/invitations`}
        version={version}
        button="Send the invitation"
        folded="By email…"
        isOpen={isOpen}
      >
        <TextField
          {...createFieldProps({ email: invitation.email }, errors)('email')}
          type="email"
          label="Email address"
        />
        <RadioField
          id="role"
          legend="Role"
          options={Object.fromEntries(colleagueRoles.toReversed().map(role => [role, roleNames[role].name]))}
          value={invitation.role}
          error={errors.role}
        />
        <OptionField
          type="checkbox"
          name="account_orders"
          value="1"
          defaultChecked={invitation.account_orders}
        >
          May order on account
        </OptionField>
      </AdminForm>
    </Card>
  )
}

interface AddressesProps {
  heading?: string
  /** Of the page of the company or the person. */
  url: string
  addresses: ListedAddress[]
}

export function Addresses({ heading = 'Addresses', url, addresses }: AddressesProps) {
  return (
    <Section id="addresses" heading={heading} headingClassName="mb-2 text-lg">
      {addresses.length === 0 ? (
        <p className="card p-5">No address yet.</p>
      ) : (
        <ul className="card grid gap-x-6 gap-y-4 p-5 sm:grid-cols-2">
          {addresses.map(({ id, kind, text }) => (
            <li key={id} className="min-w-0">
              <p className="note">{kind}</p>
              <p className="wrap-anywhere">{text}</p>
              <StandaloneLink href={`${url}/addresses/${id}`}>
                Change<span className="sr-only">{` ${text}`}</span>
              </StandaloneLink>
            </li>
          ))}
        </ul>
      )}
      <p className="no-print mt-2">
        <StandaloneLink href={`${url}/addresses/new`}>Add an address</StandaloneLink>
      </p>
    </Section>
  )
}

/** What a customer bought most, by pieces. */
export function MostBought({ bought }: { bought: BoughtProduct[] }) {
  if (bought.length === 0) return null
  return (
    <Section id="bought" heading="Bought most in 12 months" headingClassName="mb-2 text-lg">
      <ol className="card divide-y divide-rule">
        {bought.map(({ code, title, quantity, orders }) => (
          <li key={code} className="flex flex-wrap items-baseline justify-between gap-x-6 px-5 py-2">
            <span className="min-w-0">
              <CodeLink href={`/admin/orders?state=all&query=${encodeURIComponent(code)}`}>{code}</CodeLink>{' '}
              {title}
            </span>
            <span className="tabular-nums">{`${pluralize(quantity, 'piece')} in ${pluralize(orders, 'order')}`}</span>
          </li>
        ))}
      </ol>
    </Section>
  )
}
