export { insertMovement, returnToStock } from './queries.ts'
