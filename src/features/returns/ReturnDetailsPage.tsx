import { NextLink, StandaloneLink, SubmitButton } from '../../ui/Actions.tsx'
import { Card } from '../../ui/Card.tsx'
import { Fact, Lines } from '../../ui/Fact.tsx'
import { HistoryList } from '../../ui/HistoryList.tsx'
import { definePage } from '../../ui/page.ts'
import { StateLabel } from '../../ui/StateLabel.tsx'
import { AccountFrame } from '../accounts/AccountFrame.tsx'
import type { AccountNavigation } from '../accounts/navigation.ts'
import { LineNotes } from '../basket/lines/LineNotes.tsx'
import { ReturnPictures } from './ReturnPictures.tsx'
import type { ReturnView } from './view.ts'

interface ReturnDetailsPageProps {
  navigation: AccountNavigation
  view: ReturnView
}

/** A return in the customer's account: where it stands, what to do next. */
export function ReturnDetailsPage({ navigation, view }: ReturnDetailsPageProps) {
  return (
    <AccountFrame
      navigation={navigation}
      current="returns"
      title={
        <>
          Return <span className="code">{view.number}</span>
        </>
      }
    >
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <StateLabel state={view.state} />
            {view.next !== '' && <span>{view.next}</span>}
          </p>
          <p className="mt-1 note">
            {`Requested on ${view.date}, order `}
            <a href={view.orderUrl} className="link code -my-2.5 tap-target">
              {view.reference}
            </a>
          </p>
        </div>
        <Actions view={view} />
      </div>
      {view.creditNote && (
        <p className="mt-4 border-l-4 border-stock pl-3">
          {`${view.creditNote.total} inc VAT has been credited: `}
          <a href={view.creditNote.url} className="link -my-2.5 tap-target">
            {`Credit note ${view.creditNote.number} (PDF)`}
          </a>
        </p>
      )}
      {view.reply !== '' && (
        <p className="mt-4 max-w-prose border-l-4 border-amber pl-4 whitespace-pre-line wrap-anywhere">
          {view.reply}
        </p>
      )}
      {view.address.length > 0 && (
        <dl className="card mt-6 p-5">
          <Fact name="Send it to">
            <Lines lines={view.address} />
          </Fact>
        </dl>
      )}
      <Card id="goods" heading="Goods" className="mt-6">
        <ul className="mt-2 divide-y divide-rule">
          {view.lines.map(line => (
            <li key={line.position} className="flex gap-3 py-3 last:pb-0">
              <span className="shrink-0 whitespace-nowrap text-steel">
                {line.requested.toLocaleString('en-GB')} ×
              </span>
              <span className="min-w-0">
                <span className="code block">{line.code}</span>
                <span className="wrap-anywhere">{line.title}</span>
                <LineNotes line={line} />
                {line.facts !== '' && <span className="block font-semibold">{line.facts}</span>}
              </span>
            </li>
          ))}
        </ul>
        {view.chargePercent > 0 && (
          <p className="mt-3 text-steel">
            {`We keep ${view.chargePercent}% of the price as a handling charge.`}
          </p>
        )}
      </Card>
      <dl className="card mt-6 grid gap-5 p-5">
        <Fact name="Reason">{view.reason}</Fact>
        {view.details !== '' && (
          <Fact name="What happened">
            <span className="whitespace-pre-line wrap-anywhere">{view.details}</span>
          </Fact>
        )}
        {view.pictures.length > 0 && (
          <Fact name={view.pictures.length === 1 ? 'Picture' : 'Pictures'}>
            <ReturnPictures urls={view.pictures} number={view.number} />
          </Fact>
        )}
      </dl>
      <HistoryList entries={view.history} />
      <p className="no-print mt-6">
        <StandaloneLink href="/account/returns">All returns</StandaloneLink>
      </p>
    </AccountFrame>
  )
}

export const returnDetailsPage = definePage('features/returns/ReturnDetailsPage', ReturnDetailsPage)

function Actions({ view }: Pick<ReturnDetailsPageProps, 'view'>) {
  if (view.labelUrl === null && !view.canCancel) return null
  return (
    <div className="no-print flex flex-wrap gap-3">
      {view.labelUrl !== null && <NextLink href={view.labelUrl}>Return label (PDF)</NextLink>}
      {view.canCancel && (
        <form method="post" action={`${view.url}/cancel`}>
          <SubmitButton>Cancel return</SubmitButton>
        </form>
      )}
    </div>
  )
}
