import type { Finding, FindingState } from '../../../lib/finding.ts'
import { StandaloneLink } from '../../../ui/Actions.tsx'
import { definePage } from '../../../ui/page.ts'
import { AdminFrame } from '../AdminFrame.tsx'

/** What the shop still lacks, each with what to do about it, and below it what is done (R-EMPTY-5). */
export function OpeningPage({ findings }: { findings: Finding[] }) {
  const missing = findings.filter(({ state }) => state !== 'ok')
  const done = findings.filter(({ state }) => state === 'ok')
  return (
    <AdminFrame current="before-you-open" title="Before you open">
      <p className="max-w-prose text-lg">
        {missing.length === 0
          ? 'Nothing is missing: you are ready to open.'
          : 'Most of this is done in the settings, at once. What has no link there is done by the person who runs the server.'}
      </p>
      <Findings heading="Still missing" findings={missing} />
      <Findings heading="Done" findings={done} />
    </AdminFrame>
  )
}

export const openingPage = definePage('features/back-office/opening/OpeningPage', OpeningPage)

/** Where a manager changes it. */
const settingsUrls: Record<string, string> = {
  'VAT number': '/admin/settings/invoices',
  'seller address': '/admin/settings/contact',
  'shop name': '/admin/settings/contact',
  contact: '/admin/settings/contact',
  'delivery prices': '/admin/settings/delivery',
  terms: '/admin/settings/terms',
  payments: '/admin/settings/invoices',
}

const stateLabels: Record<FindingState, { name: string; colour: string }> = {
  problem: { name: 'Needed', colour: 'border-l-danger' },
  warning: { name: 'Worth doing', colour: 'border-l-amber' },
  ok: { name: 'Done', colour: 'border-l-stock' },
}

function Findings({ heading, findings }: { heading: string; findings: Finding[] }) {
  if (findings.length === 0) return null
  return (
    <section className="mt-8">
      <h2 className="text-xl">
        {heading} <span className="font-normal text-steel">{findings.length}</span>
      </h2>
      <ul className="mt-4 grid gap-3 lg:grid-cols-2">
        {findings.map(({ check, state, sentence }) => (
          <li key={check} className={`card border-l-4 p-4 ${stateLabels[state].colour}`}>
            <h3 className="flex flex-wrap items-baseline justify-between gap-x-4">
              <span>{check.charAt(0).toUpperCase() + check.slice(1)}</span>
              {state !== 'ok' && (
                <span className="text-sm font-normal text-steel">{stateLabels[state].name}</span>
              )}
            </h3>
            <p className="mt-1 wrap-anywhere">
              <Sentence text={sentence} />
            </p>
            {state !== 'ok' && settingsUrls[check] !== undefined && (
              <StandaloneLink href={settingsUrls[check]}>Change it in the settings</StandaloneLink>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

// Settings, commands and files stand out, so that they can be copied as they are.
const literal =
  /([A-Z]+(?:_[A-Z0-9]+)+(?:=\w+)?|(?:npm run [a-z]+ --|filterhouse [a-z]+)(?: add)? [A-Z]+(?: --[a-z]+ [a-z]+)*|\b[\w/]+\.(?:csv|example\.md))/

export function Sentence({ text }: { text: string }) {
  return text.split(literal).map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence never change places
      <span key={index} className="code">
        {part}
      </span>
    ) : (
      part
    ),
  )
}
