import type { ComponentProps, ReactNode } from 'react'
import { StandaloneLink } from '../../ui/Actions.tsx'
import { FormResult } from '../../ui/forms/FormResult.tsx'
import { HistoryList } from '../../ui/HistoryList.tsx'
import { StateLabel } from '../../ui/StateLabel.tsx'
import { AdminFrame } from './AdminFrame.tsx'

/** What each page about a subject of the audit has. */
export interface SubjectPageProps {
  /** Of the page; its forms are below it. */
  url: string
  version: string
  history: ComponentProps<typeof HistoryList>['entries']
  /** The result of the last form when it does not belong to a field. */
  notice: string | null
  errors: Record<string, string>
}

interface AdminSubjectFrameProps extends Pick<SubjectPageProps, 'history' | 'notice' | 'errors'> {
  current: string
  name: string
  /** False: nothing is to be said of it. */
  state?: ComponentProps<typeof StateLabel>['state'] | false
  subtitle?: ReactNode
  /** What comes before all else, on phones too. */
  first?: ReactNode
  /** What can be done with it. */
  forms: ReactNode
  /** The forms have the wide column, and what it is the narrow one. */
  hasWideForms?: boolean
  back: { url: string; name: string }
  /** What it is. */
  children: ReactNode
}

/** The frame of the staff page about a company, a person and the like: what it is, what can be done, and what was done. */
export function AdminSubjectFrame(props: AdminSubjectFrameProps) {
  const { current, name, state, subtitle, first, notice, errors, forms, history, back, children } = props
  const isSwapped = props.hasWideForms === true
  const actions = (
    <div
      className={`min-w-0 space-y-6 ${first ? 'lg:row-span-3' : 'lg:row-span-2'} ${isSwapped ? 'lg:row-start-1' : ''}`}
    >
      {forms}
    </div>
  )
  return (
    <AdminFrame
      current={current}
      title={<span className="wrap-anywhere">{name}</span>}
      action={state && <StateLabel state={state} />}
    >
      {subtitle !== undefined && <p className="-mt-4 mb-6">{subtitle}</p>}
      <FormResult notice={notice} errors={errors} />
      <div
        className={`grid gap-x-6 gap-y-6 lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start ${first ? 'lg:grid-rows-[auto_auto_1fr]' : 'lg:grid-rows-[auto_1fr]'}`}
      >
        {first && <div className="min-w-0">{first}</div>}
        {first && actions}
        <div className={`min-w-0 space-y-6 ${isSwapped ? 'lg:col-start-2 lg:row-start-1' : ''}`}>
          {children}
        </div>
        {!first && actions}
        <div className="min-w-0 [&>section]:mt-0">
          <HistoryList entries={history} />
        </div>
      </div>
      <p className="no-print mt-6">
        <StandaloneLink href={back.url}>{back.name}</StandaloneLink>
      </p>
    </AdminFrame>
  )
}
