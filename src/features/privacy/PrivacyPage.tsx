import { StandaloneLink, SubmitButton } from '../../ui/Actions.tsx'
import { Card, Section } from '../../ui/Card.tsx'
import { TextField } from '../../ui/forms/Field.tsx'
import { FormResult } from '../../ui/forms/FormResult.tsx'
import { definePage } from '../../ui/page.ts'
import { AdminFrame } from '../back-office/AdminFrame.tsx'
import { privacyUrl } from '../back-office/navigation.ts'

interface PrivacyPageProps {
  /** That wait for a second manager. */
  requests: { name: string; url: string; requested: string }[]
  email: string
  notice: string | null
  errors: Record<string, string>
}

export function PrivacyPage({ requests, email, notice, errors }: PrivacyPageProps) {
  return (
    <AdminFrame current="privacy" title="Personal data">
      <FormResult notice={notice} errors={errors} />
      <div className="grid gap-6 lg:grid-cols-2 lg:items-start">
        <Card id="find" heading="Whose data">
          <form method="post" action={privacyUrl} noValidate className="mt-3 space-y-4">
            <TextField
              id="email"
              name="email"
              type="email"
              label="Email address"
              hint="Also of somebody who ordered without a login, applied for a trade account, or reads the newsletter."
              error={errors.email}
              defaultValue={email}
              autoComplete="off"
            />
            <SubmitButton>Find</SubmitButton>
          </form>
        </Card>
        <Section id="requests" heading="To be erased" className="card p-5">
          {requests.length === 0 && <p className="mt-2">Nothing waits for a second manager.</p>}
          <ul>
            {requests.map(({ name, url, requested }) => (
              <li key={url} className="border-b border-rule py-2 wrap-anywhere last:border-0">
                <StandaloneLink href={url}>{name}</StandaloneLink>
                <span className="block note">{`Asked for ${requested}`}</span>
              </li>
            ))}
          </ul>
        </Section>
      </div>
    </AdminFrame>
  )
}

export const privacyPage = definePage('features/privacy/PrivacyPage', PrivacyPage)
