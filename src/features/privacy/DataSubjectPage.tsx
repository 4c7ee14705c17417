import type { ReactNode } from 'react'
import { pluralize } from '../../lib/count.ts'
import { ButtonLink, StandaloneLink, SubmitButton } from '../../ui/Actions.tsx'
import { Card } from '../../ui/Card.tsx'
import { ConfirmField } from '../../ui/forms/FormFields.tsx'
import { FormResult } from '../../ui/forms/FormResult.tsx'
import { definePage } from '../../ui/page.ts'
import { AdminFrame } from '../back-office/AdminFrame.tsx'
import { privacyUrl } from '../back-office/navigation.ts'

interface DataSubjectPageProps {
  url: string
  version: string
  name: string
  email: string
  hasLogin: boolean
  isStaff: boolean
  counts: { orders: number; returns: number; applications: number }
  /** Null: nothing was erased. */
  erasedOn: string | null
  obstacles: string[]
  request: { requested: string; isByReader: boolean } | null
  notice: string | null
  errors: Record<string, string>
}

export function DataSubjectPage(props: DataSubjectPageProps) {
  const { url, name, email, hasLogin, isStaff, counts, erasedOn, notice, errors } = props
  return (
    <AdminFrame current="privacy" title={<span className="wrap-anywhere">{name}</span>}>
      <FormResult notice={notice} errors={errors} />
      {erasedOn === null ? (
        <>
          <p className="-mt-4 mb-6 wrap-anywhere">
            {[
              ...[email, hasLogin ? 'has a login' : 'has no login'],
              pluralize(counts.orders, 'order or quote', 'orders and quotes'),
              pluralize(counts.returns, 'return'),
              ...(counts.applications > 0 ? [pluralize(counts.applications, 'trade application')] : []),
            ].join(' · ')}
          </p>
          <div className="grid gap-6 lg:grid-cols-2 lg:items-start">
            {!isStaff && (
              <Card id="export" heading="Everything about this person">
                <p className="my-3">
                  A ZIP file with account, addresses, orders, papers, returns with pictures, messages, emails
                  and changes, and a text that explains them. Make sure who asks before you send it.
                </p>
                <ButtonLink href={`${url}/export`}>Export everything</ButtonLink>
              </Card>
            )}
            <ErasureCard {...props} />
          </div>
        </>
      ) : (
        <p>{`Erased on ${erasedOn}. Invoices, credit notes and their orders stay for as long as the law asks.`}</p>
      )}
      <p className="mt-6">
        <StandaloneLink href={privacyUrl}>Personal data</StandaloneLink>
      </p>
    </AdminFrame>
  )
}

export const dataSubjectPage = definePage('features/privacy/DataSubjectPage', DataSubjectPage)

function ErasureCard({ url, version, obstacles, request, errors }: DataSubjectPageProps) {
  return (
    <Card id="erase" heading="Erase this person">
      <p className="my-3">
        Login, addresses, baskets, drafts, messages, emails, pictures of returns and the newsletter go for
        good. Invoices, credit notes and their orders stay, with name and address. Of a trade application only
        the decision stays.
      </p>
      {obstacles.length > 0 && (
        <ul className="my-3 list-disc pl-5 font-semibold">
          {obstacles.map(obstacle => (
            <li key={obstacle}>{obstacle}</li>
          ))}
        </ul>
      )}
      {request ? (
        <>
          <p className="my-3">{`Asked for by ${request.requested}.`}</p>
          {request.isByReader ? (
            <p className="my-3">Another manager has to confirm it.</p>
          ) : (
            obstacles.length === 0 && (
              <ErasureForm
                action={`${url}/erasure/confirm`}
                version={version}
                button="Erase for good"
                look="button-danger"
              >
                <ConfirmField id="confirm" label="It cannot be undone" error={errors.confirm} />
              </ErasureForm>
            )
          )}
          <ErasureForm action={`${url}/erasure/cancel`} version={version} button="Cancel the request" />
        </>
      ) : (
        obstacles.length === 0 && (
          <ErasureForm action={`${url}/erasure`} version={version} button="Ask another manager to erase" />
        )
      )}
    </Card>
  )
}

interface ErasureFormProps {
  action: string
  version: string
  button: string
  look?: string
  children?: ReactNode
}

const ErasureForm = ({ action, version, button, look, children }: ErasureFormProps) => (
  <form method="post" action={action} noValidate className="mt-3 space-y-4">
    <input type="hidden" name="seen" value={version} />
    {children}
    <SubmitButton {...(look && { className: look })}>{button}</SubmitButton>
  </form>
)
