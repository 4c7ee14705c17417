import type { Pence } from '../../lib/money.ts'
import { StandaloneLink } from '../../ui/Actions.tsx'
import { Card, Section } from '../../ui/Card.tsx'
import { Fact } from '../../ui/Fact.tsx'
import { definePage } from '../../ui/page.ts'
import { AdminForm } from '../back-office/AdminForm.tsx'
import { useStaffRight } from '../back-office/AdminFrame.tsx'
import { AdminSubjectFrame, type SubjectPageProps } from '../back-office/AdminSubjectFrame.tsx'
import { Figure } from '../sales-ledger/LedgerParts.tsx'
import { CompanyFields, DocumentForm, StopForm } from './CompanyForms.tsx'
import { Addresses, InviteForm, MostBought, People, type PeopleProps } from './CompanyParts.tsx'
import type { CompanyForm } from './company-form.ts'
import { customersUrl } from './customer.ts'
import type { BoughtProduct } from './view.ts'

interface CompanyPageProps extends SubjectPageProps, PeopleProps {
  accountNumber: string
  onStop: boolean
  stopReason: string
  facts: { name: string; value: string }[]
  figures: {
    balance: Pence
    overdue: Pence
    limit: string
    available: Pence | null
    /** From 80% on; null: there is no need to say it. */
    limitUse: string | null
  }
  accountUrl: string
  form: CompanyForm
  isNumberFixed: boolean
  shopTerms: string
  reason: string
  documentNumber: string
  hasAccountsEmails: boolean
  bought: BoughtProduct[]
}

export function CompanyPage(props: CompanyPageProps) {
  const { accountNumber, onStop, errors } = props
  return (
    <AdminSubjectFrame
      {...props}
      current="customers"
      state={onStop && { text: 'On stop', tone: 'stopped' }}
      subtitle={
        <>
          Account <span className="code">{accountNumber}</span>
        </>
      }
      forms={
        <>
          <Details {...props} />
          <Card id="stop" heading="Credit stop">
            <StopForm {...props} error={errors.reason} />
          </Card>
          {props.hasAccountsEmails && (
            <Card id="documents" heading="Send an invoice again">
              <DocumentForm {...props} error={errors.number} />
            </Card>
          )}
        </>
      }
      back={{ url: customersUrl, name: 'All customers' }}
    >
      <AccountFigures {...props} />
      <People {...props} />
      <Addresses {...props} />
      <InviteForm {...props} />
      <MostBought bought={props.bought} />
    </AdminSubjectFrame>
  )
}

export const companyPage = definePage('features/customers/CompanyPage', CompanyPage)

function AccountFigures({ figures, accountUrl, accountNumber }: CompanyPageProps) {
  const { balance, overdue, limit, available, limitUse } = figures
  const canSeeAccount = useStaffRight('accounts')
  const canSell = useStaffRight('sales')
  const toList = (path: string, group: string) =>
    `${path}?${new URLSearchParams({ state: group, query: accountNumber })}`
  return (
    <Section id="figures" heading="Account" headingClassName="sr-only" className="card p-5">
      <dl className="grid grid-cols-2 gap-x-4 gap-y-4 sm:flex sm:flex-wrap sm:gap-x-12">
        <Figure name="Balance" value={balance} />
        <Figure name="Overdue" value={overdue} isBad={overdue > 0} />
        <Figure name="Credit limit" value={limit} />
        {available !== null && <Figure name="Credit left" value={available} isBad={available < 0} />}
      </dl>
      {limitUse !== null && <p className="mt-3 font-semibold">{limitUse}</p>}
      <p className="mt-3 flex flex-wrap gap-x-6">
        {canSeeAccount && (
          <>
            <StandaloneLink href={accountUrl}>Invoices and payments</StandaloneLink>
            <StandaloneLink href={`${accountUrl}#credit`}>Change the credit limit</StandaloneLink>
          </>
        )}
        {canSell && (
          <StandaloneLink href={`/admin/orders/new?${new URLSearchParams({ find: accountNumber })}`}>
            New order
          </StandaloneLink>
        )}
        <StandaloneLink href={toList('/admin/orders', 'all')}>Orders</StandaloneLink>
        {canSell && <StandaloneLink href={toList('/admin/quotes', 'all')}>Quotes</StandaloneLink>}
        <StandaloneLink href={toList('/admin/returns', 'all')}>Returns</StandaloneLink>
      </p>
    </Section>
  )
}

function Details({ url, version, facts, form, isNumberFixed, shopTerms, errors }: CompanyPageProps) {
  const hasError = Object.keys(form).some(field => errors[field])
  return (
    <Card id="details" heading="Details">
      <dl className="mt-3 space-y-3">
        {facts
          .filter(({ value }) => value !== '')
          .map(({ name, value }) => (
            <Fact key={name} name={name} className="whitespace-pre-line wrap-anywhere">
              {value}
            </Fact>
          ))}
      </dl>
      <details open={hasError} className="no-print mt-4">
        <summary className="button w-fit">Change the details</summary>
        <AdminForm action={url} version={version} button="Save details" look="button-strong">
          <CompanyFields form={form} isNumberFixed={isNumberFixed} shopTerms={shopTerms} errors={errors} />
        </AdminForm>
      </details>
    </Card>
  )
}
