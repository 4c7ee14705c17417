import { StandaloneLink, TextLink } from '../../ui/Actions.tsx'
import { Card, Section } from '../../ui/Card.tsx'
import { ConfirmField, MoneyField, OptionField, ReasonField } from '../../ui/forms/FormFields.tsx'
import { createFieldProps } from '../../ui/forms/field-props.ts'
import { definePage } from '../../ui/page.ts'
import { TextFact, TextFacts } from '../../ui/TextFact.tsx'
import { AdminForm } from '../back-office/AdminForm.tsx'
import { useStaffRight } from '../back-office/AdminFrame.tsx'
import { AdminSubjectFrame, type SubjectPageProps } from '../back-office/AdminSubjectFrame.tsx'
import { CompanyFields } from '../customers/CompanyFields.tsx'
import { type AccountForm, type ApplicationState, applicationsUrl } from './application.ts'

interface ApplicationPageProps extends SubjectPageProps {
  /** Of the company. */
  name: string
  state: ApplicationState
  facts: Record<string, string>
  /** What staff should know before they open the account: each with the page of the company, or ''. */
  warnings: { text: string; url: string }[]
  /** How it was decided; '' as long as it waits. */
  decision: string
  /** Of the account that was opened; ''. */
  companyUrl: string
  account: AccountForm
  /** Another company has its VAT number. */
  hasTakenVat: boolean
  shopTerms: string
  reason: string
  /** Where the applicant's data are exported and erased; '': they are erased. */
  privacyUrl: string
}

export function ApplicationPage(props: ApplicationPageProps) {
  const { state, facts, warnings, decision, companyUrl, privacyUrl } = props
  const isManager = useStaffRight('manager')
  return (
    <AdminSubjectFrame
      {...props}
      current="customers"
      state={state !== 'waiting' && states[state]}
      subtitle="Application for a trade account"
      forms={state === 'waiting' && <DecisionForms {...props} />}
      hasWideForms={state === 'waiting'}
      back={{ url: applicationsUrl, name: 'All applications' }}
    >
      <Section id="facts" heading="Application" headingClassName="sr-only" className="card p-5">
        <dl className={`grid gap-x-6 gap-y-3 sm:grid-cols-2 ${state === 'waiting' ? 'lg:grid-cols-1' : ''}`}>
          <TextFacts facts={facts} />
          {state !== 'waiting' && <TextFact name={states[state].text} text={decision} />}
        </dl>
        {warnings.map(({ text, url }) => (
          <p key={text} className="mt-4 rounded border border-l-4 border-danger px-4 py-3">
            {url === '' ? text : <TextLink href={url}>{text}</TextLink>}
          </p>
        ))}
        {companyUrl !== '' && <StandaloneLink href={companyUrl}>The company’s page</StandaloneLink>}
      </Section>
      {isManager && privacyUrl !== '' && (
        <p className="no-print">
          <StandaloneLink href={privacyUrl}>Personal data: export or erase</StandaloneLink>
        </p>
      )}
    </AdminSubjectFrame>
  )
}

export const applicationPage = definePage('features/trade-applications/ApplicationPage', ApplicationPage)

const states = {
  unconfirmed: { text: 'Not confirmed', tone: 'waiting' },
  waiting: { text: 'To decide', tone: 'waiting' },
  approved: { text: 'Approved', tone: 'good' },
  refused: { text: 'Refused', tone: 'stopped' },
} as const

function DecisionForms(props: ApplicationPageProps) {
  const { url, version, account, hasTakenVat, shopTerms, reason, errors } = props
  const canSetLimit = useStaffRight('accounts')
  return (
    <Card id="approve" heading="Open the account">
      <form id="approval" method="post" action={`${url}/approve`} noValidate className="mt-3">
        <input type="hidden" name="seen" value={version} />
        <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2 sm:items-start">
          <CompanyFields form={account} isNumberFixed={false} shopTerms={shopTerms} errors={errors} />
          {canSetLimit ? (
            <div>
              <MoneyField
                {...createFieldProps(account, errors)('credit_limit')}
                label="Credit limit"
                hint="In pounds; with 0 its orders are held"
              />
              <OptionField type="checkbox" name="no_limit" value="1" defaultChecked={account.no_limit}>
                No limit
              </OptionField>
            </div>
          ) : (
            <p>
              The account opens with a credit limit of £0, and its orders are held: staff with the right to
              the accounts set another.
            </p>
          )}
        </div>
        {(hasTakenVat || errors.confirm) && (
          <ConfirmField
            id="confirm"
            label="Another company has this VAT number: open a second account all the same"
            isTicked={account.confirm}
            error={errors.confirm}
          />
        )}
      </form>
      <div className="button-row no-print mt-5 flex flex-wrap gap-3 max-sm:flex-col">
        <button type="submit" form="approval" className="button button-next">
          Open the account and invite
        </button>
        <details open={Boolean(errors.reason)}>
          <summary className="button">Refuse the application…</summary>
          <AdminForm action={`${url}/refuse`} version={version} button="Refuse and send the reason">
            <ReasonField
              id="reason"
              hint="The applicant reads it."
              error={errors.reason}
              defaultValue={reason}
            />
          </AdminForm>
        </details>
      </div>
    </Card>
  )
}
