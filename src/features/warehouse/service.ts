export {
  allocatableLinesSql,
  isBackOrderSql,
  isBeingPickedSql,
  listPiecesToSend,
  movementOrderSql,
  shortProductsSql,
} from './allocation/queries.ts'
export { announceDelay, checkPromise } from './despatch/delay.server.ts'
export {
  announceCollection,
  changeParcel,
  countPieces,
  despatchParcel,
  planWithdrawal,
  withdrawPieces,
} from './despatch/despatch.server.ts'
export {
  findSentParcel,
  lastCarrierSql,
  listOpenLines,
  listOrdersAhead,
  orderParcels,
  withParcels,
} from './despatch/queries.ts'
