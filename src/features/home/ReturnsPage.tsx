import type { ReturnSettings } from '../../lib/return-settings.ts'
import { definePage } from '../../ui/page.ts'
import { termsUrl } from '../layout/nav.ts'
import { ContactLinks, Section } from './ShopInformation.tsx'

export interface ReturnsPageProps {
  returns: ReturnSettings
  /** Terms of sale are published. */
  hasTerms: boolean
}

/**
 * What the law gives consumers (Consumer Contracts Regulations 2013, Consumer Rights Act 2015), and what the operator has
 * set beyond it (R-PAGE-14).
 */
export function ReturnsPage({ returns, hasTerms }: ReturnsPageProps) {
  return (
    <div className="wrap py-8">
      <h1 className="text-2xl sm:text-3xl">Returns and refunds</h1>
      <div className="mt-6 gap-x-12 space-y-8 lg:columns-2">
        <HowToReturn address={returns.address} />
        <Section heading="Faulty, damaged or not what you ordered">
          <p>
            Tell us before you send it. If you buy as a consumer, we pay the return carriage, and you may
            reject faulty goods within 30 days and have your money back. After that we repair or replace them;
            where that does not work or takes too long, you may keep them at a lower price or have your money
            back.
          </p>
          {hasTerms && (
            <p>
              If you buy for a business, our <TermsLink /> say what we do.
            </p>
          )}
          <p>
            Hold a filter against the old one before you fit it: measures, thread and seal are on the page of
            the part.
          </p>
        </Section>
        <ChangedMind hasTerms={hasTerms} />
        <UnusedParts returns={returns} />
        <Section heading="How you are refunded">
          <p>By the means you paid with: a card payment goes back to the same card.</p>
        </Section>
      </div>
    </div>
  )
}

export const returnsPage = definePage('features/home/ReturnsPage', ReturnsPage)

function HowToReturn({ address }: { address: string[] }) {
  return (
    <Section heading="Sending something back">
      <ol className="list-decimal space-y-2 pl-5 marker:text-steel">
        <li>
          <p>
            Tell us what you are sending back and why, with the order number
            <ContactLinks before=": " />. It is on the confirmation, and in your account under{' '}
            <a href="/account/orders" className="link">
              Orders
            </a>
            .
          </p>
        </li>
        <li>Pack it well, with the order number in the parcel.</li>
        <li>{address.length > 0 ? 'Send it to:' : 'We tell you where to send it.'}</li>
      </ol>
      {address.length > 0 && (
        <p className="border-l-4 border-amber pl-3">
          {address.map(line => (
            <span key={line} className="block">
              {line}
            </span>
          ))}
        </p>
      )}
    </Section>
  )
}

function TermsLink() {
  return (
    <a href={termsUrl} className="link">
      terms of sale
    </a>
  )
}

function ChangedMind({ hasTerms }: Pick<ReturnsPageProps, 'hasTerms'>) {
  return (
    <Section heading="Changed your mind: consumers">
      <p>
        If you buy as a consumer, you may cancel without giving a reason until 14 days after the day you
        received the last of the goods. Any clear message will do. Send the goods back within 14 days of
        telling us.
      </p>
      <p>
        Within 14 days of having them back, or proof that you sent them, we refund the price and what our
        cheapest ordinary delivery cost. You may unpack a filter and hold it against the old one; what was
        fitted or filled has lost value, and we may take that off.
      </p>
      <p>
        Parts made to your measure cannot be cancelled.
        {hasTerms && (
          <>
            {' '}
            Our <TermsLink /> say who pays the return carriage.
          </>
        )}
      </p>
    </Section>
  )
}

function UnusedParts({ returns: { days, chargePercent } }: Pick<ReturnsPageProps, 'returns'>) {
  return (
    <Section heading="Unused parts: trade buyers">
      {days === null ? (
        <p>Ask us before you send back a part that is not faulty: we take such parts back by agreement.</p>
      ) : (
        <p>
          Unused parts in clean original packing may come back within {days} {days === 1 ? 'day' : 'days'} of
          delivery, if you ask us first.
          {chargePercent !== null &&
            (chargePercent === 0
              ? ' There is no charge for handling.'
              : ` We keep ${chargePercent} % of the price for handling.`)}
        </p>
      )}
    </Section>
  )
}
