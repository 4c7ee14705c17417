import { createContext, useContext } from 'react'

/** What components below the layout need to know about the visitor. */
export interface VisitorRights {
  /** Staff with the rights of a manager. */
  isManager: boolean
}

const VisitorContext = createContext<VisitorRights>({ isManager: false })

export const VisitorProvider = VisitorContext.Provider

export const useVisitor = (): VisitorRights => useContext(VisitorContext)
