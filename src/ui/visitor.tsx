import { createContext, useContext } from 'react'

/** What components below the layout need to know about the visitor. */
export interface VisitorRights {
  /** What the visitor may do in the back office; empty for customers. */
  staffRights: readonly string[]
}

const VisitorContext = createContext<VisitorRights>({ staffRights: [] })

export const VisitorProvider = VisitorContext.Provider

export const useVisitor = (): VisitorRights => useContext(VisitorContext)
