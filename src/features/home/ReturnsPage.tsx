import type { ReactNode } from 'react'
import type { ReturnSettings } from '../../lib/shop-settings.ts'
import { TextLink } from '../../ui/Actions.tsx'
import { Lines } from '../../ui/Fact.tsx'
import { definePage } from '../../ui/page.ts'
import { termsUrl } from '../layout/nav.ts'
import { ContactLinks, Section } from './ShopInformation.tsx'

export interface ReturnsPageProps {
  returns: ReturnSettings
  hasTerms: boolean
}

/** What consumers have by law (Consumer Contracts Regulations 2013, Consumer Rights Act 2015) and beyond it (R-PAGE-14). */
export function ReturnsPage({ returns, hasTerms }: ReturnsPageProps) {
  return (
    <div className="wrap py-8">
      <h1 className="text-2xl sm:text-3xl">Returns and refunds</h1>
      <p className="mt-3 max-w-prose text-lg">
        Wrong part, faulty part, or one too many? Tell us first, then send it back.
      </p>
      <HowToReturn address={returns.address} />
      <div className="mt-8 grid gap-x-12 gap-y-8 lg:grid-cols-2">
        <Section heading="Faulty, damaged or not what you ordered">
          <p>
            We’ll put it right. If you buy as a consumer, we pay the return carriage, and you can reject
            faulty goods within 30 days and get your money back. After that we’ll repair or replace them; if
            that doesn’t work or takes too long, you can keep them at a lower price or get your money back.
          </p>
          {hasTerms && (
            <p>
              If you buy for a business, our <TermsLink /> apply.
            </p>
          )}
          <p>
            Check the new filter against the old one before you fit it: measurements, thread and seal are on
            the part’s page.
          </p>
        </Section>
        <ChangedMind hasTerms={hasTerms} />
        <UnusedParts returns={returns} />
        <Section heading="Your refund">
          <p>We’ll refund the card or account you paid with.</p>
        </Section>
      </div>
    </div>
  )
}

export const returnsPage = definePage('features/home/ReturnsPage', ReturnsPage)

function HowToReturn({ address }: { address: string[] }) {
  return (
    <section aria-labelledby="how" className="card mt-6 p-5 md:p-6">
      <h2 id="how" className="text-xl">
        How to send something back
      </h2>
      <ol className="mt-4 grid gap-6 md:grid-cols-3">
        <Step number={1} name="Tell us">
          <p>
            Open the order in your account under <TextLink href="/account/orders">Orders</TextLink> and choose
            ‘Return goods’. Or tell us the order number, what you are sending back and why
            <ContactLinks before=": " />.
          </p>
        </Step>
        <Step number={2} name="Pack it">
          <p>Once we’ve agreed, pack it well and put the return number or the order number in the parcel.</p>
        </Step>
        <Step number={3} name="Send it">
          {address.length === 0 ? (
            <p>We’ll tell you where to send it.</p>
          ) : (
            <p>
              <Lines lines={address} />
            </p>
          )}
        </Step>
      </ol>
    </section>
  )
}

function Step({ number, name, children }: { number: number; name: string; children: ReactNode }) {
  return (
    <li className="flex gap-3">
      <span
        aria-hidden="true"
        className="flex size-8 shrink-0 items-center justify-center rounded-full bg-strong text-sm font-semibold text-on-strong"
      >
        {number}
      </span>
      <div className="min-w-0 pt-0.5">
        <h3 className="text-base font-semibold">{name}</h3>
        <div className="mt-1">{children}</div>
      </div>
    </li>
  )
}

function TermsLink() {
  return <TextLink href={termsUrl}>terms of sale</TextLink>
}

function ChangedMind({ hasTerms }: Pick<ReturnsPageProps, 'hasTerms'>) {
  return (
    <Section heading="Changed your mind (consumers)">
      <p>
        You can cancel without giving a reason until 14 days after the day you received the last of the goods.
        Any clear message will do. Then send the goods back within 14 days.
      </p>
      <p>
        We refund the price and our cheapest ordinary delivery within 14 days of getting the goods back, or of
        proof that you sent them. You may unpack a filter to compare it with the old one; one that was fitted
        or filled has lost value, and we may take that off.
      </p>
      <p>
        Parts made to your specification cannot be cancelled.
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
    <Section heading="Unused parts (trade)">
      {days === null ? (
        <p>Parts that aren’t faulty can come back by agreement: please ask us first.</p>
      ) : (
        <p>
          Unused parts in clean original packing may come back within {days} {days === 1 ? 'day' : 'days'} of
          delivery, if you ask us first.
          {chargePercent !== null &&
            (chargePercent === 0
              ? ' There is no handling charge.'
              : ` We keep ${chargePercent}% of the price as a handling charge.`)}
        </p>
      )}
    </Section>
  )
}
