import { StandaloneLink, TextLink } from '../../ui/Actions.tsx'
import { Card, Section } from '../../ui/Card.tsx'
import { MoneyField, ReasonField } from '../../ui/forms/FormFields.tsx'
import { createFieldProps } from '../../ui/forms/field-props.ts'
import { definePage } from '../../ui/page.ts'
import { TextFact, TextFacts } from '../../ui/TextFact.tsx'
import { AdminForm } from '../back-office/AdminForm.tsx'
import { useStaffRight } from '../back-office/AdminFrame.tsx'
import { AdminSubjectFrame, type SubjectPageProps } from '../back-office/AdminSubjectFrame.tsx'
import { CompanyFields } from '../customers/CompanyFields.tsx'
import type { CompanyForm } from '../customers/company-form.ts'
import { type ApplicationState, applicationsUrl } from './application.ts'

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
  account: CompanyForm & { credit_limit: string }
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
      back={{ url: applicationsUrl, name: 'All applications' }}
    >
      <Section id="facts" heading="Application" headingClassName="sr-only" className="card p-5">
        <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
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

function DecisionForms({ url, version, account, shopTerms, reason, errors }: ApplicationPageProps) {
  const canSetLimit = useStaffRight('accounts')
  return (
    <>
      <Card id="approve" heading="Open the account">
        <AdminForm
          action={`${url}/approve`}
          version={version}
          button="Open the account and invite"
          look="button-strong"
        >
          <CompanyFields form={account} isNumberFixed={false} shopTerms={shopTerms} errors={errors} />
          {canSetLimit ? (
            <MoneyField
              {...createFieldProps(account, errors)('credit_limit')}
              label="Credit limit"
              hint="In pounds; with 0 its orders are held"
            />
          ) : (
            <p>
              The account opens with a credit limit of £0, and its orders are held: staff with the right to
              the accounts set another.
            </p>
          )}
        </AdminForm>
      </Card>
      <Card id="refuse" heading="Refuse">
        <AdminForm
          action={`${url}/refuse`}
          version={version}
          button="Refuse and send the reason"
          folded="Refuse the application…"
          isOpen={Boolean(errors.reason)}
        >
          <ReasonField
            id="reason"
            hint="The applicant reads it."
            error={errors.reason}
            defaultValue={reason}
          />
        </AdminForm>
      </Card>
    </>
  )
}
