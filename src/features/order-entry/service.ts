export { findCaller, listPricedProducts, listProductIdsByCode } from './caller-queries.server.ts'
export { findPlaced, newStaffOrder, type PlacingDeps } from './place.server.ts'
export { placeQuoted } from './place-quoted.server.ts'
