import { ActionLink, EmailLayout, emailStyles, Paragraph } from '../../../ui/email/EmailLayout.tsx'
import { type EmailShop, toAbsoluteUrl } from '../../../ui/email/email.ts'
import { consentText } from '../messages.ts'

interface ConfirmSubscriptionEmailProps {
  shop: EmailShop
  email: string
  confirmPath: string
  unsubscribePath: string
}

/** Double opt-in: without the confirmation no newsletter is sent. */
export function ConfirmSubscriptionEmail({
  shop,
  email,
  confirmPath,
  unsubscribePath,
}: ConfirmSubscriptionEmailProps) {
  return (
    <EmailLayout shop={shop} heading="Confirm your newsletter" preview="The link works for 7 days.">
      <Paragraph>
        Somebody, we hope you, signed {email} up for our newsletter and agreed to this: “{consentText}”
      </Paragraph>
      <ActionLink shop={shop} path={confirmPath}>
        Yes, send me the newsletter
      </ActionLink>
      <Paragraph>
        The link works for 7 days. If it wasn’t you, do nothing: we won’t write to you, and the address will
        be deleted. Or{' '}
        <a className="link" style={emailStyles.link} href={toAbsoluteUrl(shop, unsubscribePath)}>
          remove it now
        </a>
        .
      </Paragraph>
    </EmailLayout>
  )
}
