/** An attribute as `attributes` of GET /search with filter-finder=1 carries it, with its unit. */
export interface FacetGroup {
  id: string
  name: string
  options: { value: string; label: string; count: number }[]
  collapsed: boolean
  unit: string
}
