import { useEffect, useState } from 'react'
import { loadAttributes, loadMakes, loadTree } from './load-filters.client.ts'
import type { MakeChoice, PanelMakes } from './make-choice.ts'
import type { Attribute, Manufacturer } from './schemas.ts'

/** All makes to choose from: those that the page carried, until the others have come. */
export function useMakes({ makes, isWhole }: PanelMakes): MakeChoice[] {
  const [all, setAll] = useState(makes)
  useEffect(() => {
    // Without an answer the page's own makes stay, and a link beside them leads to all.
    if (!isWhole) loadMakes().then(setAll, () => {})
  }, [isWhole])
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
    let isWanted = true
    const show = (make: Manufacturer | null, hasFailed: boolean) =>
      isWanted && setTree({ slug, make, isLoading: false, hasFailed })
    loadTree(slug).then(
      make => show(make, false),
      () => show(null, true),
    )
    return () => {
      isWanted = false
    }
  }, [slug])
  if (slug === '') return noTree
  return tree.slug === slug ? tree : { ...noTree, isLoading: true }
}

const noTree: Tree = { make: null, isLoading: false, hasFailed: false }

export interface Groups {
  /** Null: on their way, or not to be had. */
  groups: Attribute[] | null
  hasFailed: boolean
  again: () => void
}

/** The groups to choose from, asked for when they are first shown. */
export function useAttributes(isWanted: boolean): Groups {
  const [groups, setGroups] = useState<Attribute[] | null>(null)
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    if (isWanted && !hasFailed) loadAttributes().then(setGroups, () => setFailed(true))
  }, [isWanted, hasFailed])
  return { groups, hasFailed, again: () => setFailed(false) }
}
