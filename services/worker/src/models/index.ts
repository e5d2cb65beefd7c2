export { createModelChain } from './chain.ts';
export { type ModelProviders, OFFLINE_PROVIDER, parseModelProviders } from './config.ts';
export { type Decoded, type DecodeOptions, decode } from './decode.ts';
export { extract } from './extract.ts';
export { garbled } from './garble.ts';
export { createProviders, type Provider, type ProviderDeps } from './provider.ts';
export { type TakenTurn, type TakeTurn, takeTurn } from './turn.ts';
export type {
  Ask,
  DecodedCall,
  DecodedTurn,
  Fallback,
  ModelRequest,
  ModelUsage,
  RawCall,
  RawReply,
  ToolKind,
  ToolSpec,
} from './types.ts';
