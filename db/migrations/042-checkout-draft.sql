-- One shape for the checkout's draft: page, stored row and final send (src/features/checkout/draft/draft.ts).
alter table checkout_draft rename column about to source_key;
alter table checkout_draft rename column answers to draft;

update checkout_draft set draft = jsonb_strip_nulls(jsonb_build_object(
  'contact', draft->'contact',
  'delivery', case when jsonb_typeof(draft->'delivery') = 'object' then
    (draft->'delivery') - 'imported' || jsonb_build_object('saveForFuture', draft->'saveDelivery') end,
  'billing', case when jsonb_typeof(draft->'billing') = 'object' then
    (draft->'billing') - 'imported' || jsonb_build_object('saveForFuture', draft->'saveBilling') end,
  'deliveryOption', draft->'deliveryMethod',
  'deliveryDay', draft->'deliveryArg',
  'paymentMethod', draft->'paymentMethod',
  'purchaseOrder', draft->'purchaseOrder',
  'deliveryInstructions', draft->'instructions'));
