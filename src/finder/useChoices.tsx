import { useEffect, useState } from 'react'
import { allMakes, attributeGroups, treeOf } from './ask.browser.ts'
import type { Attribute, Manufacturer } from './contract.ts'
import type { MakeChoice, PanelMakes } from './make-choice.ts'

/** All makes to choose from: those that the page carried, until the others have come. */
export function useMakes({ makes, isWhole }: PanelMakes): MakeChoice[] {
  const [all, setAll] = useState(makes)
  useEffect(() => {
    // Without an answer the page's own makes stay, and a link beside them leads to all.
    if (!isWhole) allMakes().then(setAll, () => {})
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
    treeOf(slug).then(
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

/** The groups to choose from, asked for when they are first shown; null until then. */
export function useAttributes(isWanted: boolean): Attribute[] | null {
  const [groups, setGroups] = useState<Attribute[] | null>(null)
  useEffect(() => {
    if (isWanted) attributeGroups().then(setGroups, () => {})
  }, [isWanted])
  return groups
}
