import { StandaloneLink } from '../../ui/Actions.tsx'
import { Card, Section } from '../../ui/Card.tsx'
import { TextField } from '../../ui/forms/Field.tsx'
import { SelectField } from '../../ui/forms/FormFields.tsx'
import { createFieldProps } from '../../ui/forms/field-props.ts'
import { definePage } from '../../ui/page.ts'
import { TextFacts } from '../../ui/TextFact.tsx'
import { AdminForm } from '../back-office/AdminForm.tsx'
import { useStaffRight } from '../back-office/AdminFrame.tsx'
import { AdminSubjectFrame, type SubjectPageProps } from '../back-office/AdminSubjectFrame.tsx'
import { formatLimitUse } from '../credit/credit.ts'
import { Figure } from '../sales-ledger/LedgerParts.tsx'
import { type ListedFigures, toAccountUrl } from '../sales-ledger/ledger.ts'
import { CompanyFields } from './CompanyFields.tsx'
import { Addresses, InviteForm, MostBought, People, type PeopleProps } from './CompanyParts.tsx'
import type { CompanyForm, CustomerCompany } from './company-form.ts'
import { customersUrl, documentEmailNames } from './customer.ts'
import type { BoughtProduct } from './view.ts'

interface CompanyPageProps extends SubjectPageProps, PeopleProps, Omit<CustomerCompany, 'version'> {
  figures: Omit<ListedFigures, 'unallocated'>
  form: CompanyForm
  isNumberFixed: boolean
  shopTerms: string
  /** When its invoices are due, by its terms or the shop's. */
  dueAfter: string
  priceLists: { id: number; name: string }[]
  reason: string
  /** Of the document to send again. */
  number: string
  bought: BoughtProduct[]
}

export function CompanyPage(props: CompanyPageProps) {
  const { accountNumber, onStop } = props
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
      first={<AccountFigures {...props} />}
      forms={
        <>
          <Details {...props} />
          <StopForm {...props} />
          {props.priceLists.length > 0 && <PriceListForm {...props} />}
          {props.accountsEmails.length > 0 && <DocumentForm {...props} />}
        </>
      }
      back={{ url: customersUrl, name: 'All customers' }}
    >
      <People {...props} />
      <Addresses {...props} />
      <InviteForm {...props} />
      <MostBought bought={props.bought} />
    </AdminSubjectFrame>
  )
}

export const companyPage = definePage('features/customers/CompanyPage', CompanyPage)

function AccountFigures({ figures, accountNumber }: CompanyPageProps) {
  const { balance, overdue, limit, available } = figures
  const accountUrl = toAccountUrl(accountNumber)
  const limitUse = formatLimitUse(figures)
  const canSeeAccount = useStaffRight('accounts')
  const canSell = useStaffRight('sales')
  const toList = (path: string, group: string) =>
    `${path}?${new URLSearchParams({ state: group, query: accountNumber })}`
  return (
    <Section id="figures" heading="Account" headingClassName="sr-only" className="card p-5">
      <dl className="grid grid-cols-2 gap-x-4 gap-y-4 sm:flex sm:flex-wrap sm:gap-x-12">
        <Figure name="Balance" value={balance} />
        <Figure name="Overdue" value={overdue} isBad={overdue > 0} />
        <Figure name="Credit limit" value={limit ?? 'None'} />
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

function Details(props: CompanyPageProps) {
  const { url, version, accountsEmails, documentEmails, form, errors } = props
  return (
    <Card id="details" heading="Details">
      <dl className="mt-3 space-y-3">
        <TextFacts
          facts={{
            'Company number': props.companyNumber,
            'VAT number': props.vatNumber,
            EORI: props.eori,
            'Invoices are due after': props.dueAfter,
            'Accounts department': accountsEmails.join(', '),
            'Invoices by email': accountsEmails.length > 0 ? documentEmailNames[documentEmails] : '',
            Notes: props.notes,
          }}
        />
      </dl>
      <details open={Object.keys(form).some(field => errors[field])} className="no-print mt-4">
        <summary className="button w-fit">Change the details</summary>
        <AdminForm action={url} version={version} button="Save details" look="button-strong">
          <CompanyFields {...props} />
        </AdminForm>
      </details>
    </Card>
  )
}

function StopForm({ url, version, onStop, stopReason, reason, errors }: CompanyPageProps) {
  return (
    <Card id="stop" heading="Credit stop">
      <AdminForm
        action={`${url}/${onStop ? 'release' : 'stop'}`}
        version={version}
        button={onStop ? 'Take off stop' : 'Put on stop'}
        {...(onStop && { look: 'button-strong' })}
      >
        <p>
          {onStop
            ? `On stop${stopReason === '' ? '' : `: ${stopReason}`}. Orders on account are held.`
            : 'Orders on account are not held.'}
        </p>
        <TextField
          {...createFieldProps({ reason }, errors)('reason')}
          label={onStop ? 'Why it is taken off' : 'Why it is put on stop'}
          hint="Only staff see it."
          width="full"
        />
      </AdminForm>
    </Card>
  )
}

const PriceListForm = ({ url, version, priceLists, priceListId, errors }: CompanyPageProps) => (
  <Card id="prices" heading="Prices">
    <AdminForm action={`${url}/price-list`} version={version} button="Save the price list">
      <SelectField
        {...createFieldProps({ price_list: String(priceListId ?? '') }, errors)('price_list')}
        label="Price list"
      >
        <option value="">None: list prices</option>
        {priceLists.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
    </AdminForm>
  </Card>
)

/** Emails a document to the accounts department again. */
const DocumentForm = ({ url, version, number, errors }: CompanyPageProps) => (
  <Card id="documents" heading="Send an invoice again">
    <AdminForm action={`${url}/documents/email`} version={version} button="Send it again">
      <TextField
        {...createFieldProps({ number }, errors)('number')}
        label="Invoice or credit note number"
        hint="It goes to their accounts department as a PDF."
        spellCheck={false}
      />
    </AdminForm>
  </Card>
)
