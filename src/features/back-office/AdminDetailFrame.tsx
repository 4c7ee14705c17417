import type { ReactNode } from 'react'
import { FormResult } from '../../ui/forms/FormResult.tsx'
import { AdminFrame } from './AdminFrame.tsx'
import { type AdminSection, adminSections } from './navigation.ts'

interface AdminDetailFrameProps {
  current: AdminSection
  /** 'Order', before its reference in the heading. */
  name: string
  reference: string
  /** The label of its state, beside the heading. */
  state: ReactNode
  /** The result of the last form when it does not belong to a field. */
  notice: string | null
  errors: Record<string, string>
  children: ReactNode
}

/** The frame of the staff page about one order or quote: its heading, what went wrong with a form, the way back. */
export function AdminDetailFrame(props: AdminDetailFrameProps) {
  const { current, name, reference, state, notice, errors, children } = props
  const section = adminSections.find(candidate => candidate.section === current)!
  return (
    <AdminFrame
      current={current}
      title={
        <>
          {name} <span className="code">{reference}</span>
        </>
      }
      action={state}
    >
      <FormResult notice={notice} errors={errors} />
      {children}
      <p className="no-print mt-4">
        <a href={section.url} className="link tap-target">
          {`All ${section.name.toLowerCase()}`}
        </a>
      </p>
    </AdminFrame>
  )
}
