import { useEffect, useState } from 'react'
import type { MakeChoice, PanelMakes } from '../machines/make-choice.ts'
import type { Attribute, Manufacturer } from '../schemas.ts'
import { loadAttributes, loadMakes, loadTree } from './load-filters.client.ts'

/** The makes to choose from: those in the page's props until all are loaded. */
export function useMakes({ makes, isComplete }: PanelMakes): MakeChoice[] {
  const [all, setAll] = useState(makes)
  useEffect(() => {
    // After a failure the makes of the page remain, beside a link to the page of all makes.
    if (!isComplete) loadMakes().then(setAll, () => {})
  }, [isComplete])
  return all
}

export interface Tree {
  make: Manufacturer | null
  isLoading: boolean
  hasFailed: boolean
}

/** Models and variants of the chosen make. */
export function useTree(slug: string): Tree {
  const [tree, setTree] = useState<Tree & { slug: string }>({ slug: '', ...noTree })
  useEffect(() => {
    if (slug === '') return
    let isNeeded = true
    const update = (make: Manufacturer | null, hasFailed: boolean) =>
      isNeeded && setTree({ slug, make, isLoading: false, hasFailed })
    loadTree(slug).then(
      make => update(make, false),
      () => update(null, true),
    )
    return () => {
      isNeeded = false
    }
  }, [slug])
  if (slug === '') return noTree
  return tree.slug === slug ? tree : { ...noTree, isLoading: true }
}

const noTree: Tree = { make: null, isLoading: false, hasFailed: false }

export interface AttributeChoices {
  /** Null while they load, and after a failure. */
  groups: Attribute[] | null
  hasFailed: boolean
  retry: () => void
}

/** The attribute groups, loaded when they are first needed. */
export function useAttributes(isNeeded: boolean): AttributeChoices {
  const [groups, setGroups] = useState<Attribute[] | null>(null)
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    if (isNeeded && !hasFailed) loadAttributes().then(setGroups, () => setFailed(true))
  }, [isNeeded, hasFailed])
  return { groups, hasFailed, retry: () => setFailed(false) }
}
