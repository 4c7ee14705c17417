import { createContext, useContext } from 'react'

/** An entry of the back office's menu. */
export interface MenuLink {
  section: string
  name: string
  url: string
  /** Not for every day's work: a long menu has it behind 'More'. */
  isRare?: boolean
}

/** What components below the layout need to know about the visitor. */
export interface VisitorRights {
  /** What the visitor may do in the back office; empty for customers. */
  staffRights: readonly string[]
  /** Of the back office, on its pages. */
  menu?: readonly MenuLink[]
}

const VisitorContext = createContext<VisitorRights>({ staffRights: [] })

export const VisitorProvider = VisitorContext.Provider

export const useVisitor = (): VisitorRights => useContext(VisitorContext)
