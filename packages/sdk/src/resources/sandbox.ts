import { Resource } from '../api.ts';
import type { RequestOptions, WriteOptions } from '../options.ts';
import type { Body, Data } from '../types.ts';

/** For sandbox merchants only: what takes days in earnest takes seconds here. */
export class Sandbox extends Resource {
  /** Moves an order on to its next state. */
  advanceOrder(orderId: string, options?: WriteOptions): Promise<Data<'advanceOrder'>> {
    return this.api.call('advanceOrder', [orderId], undefined, options);
  }

  /** By a studio: the sandbox agency books one of its guides. */
  createOrder(body: Body<'createSandboxOrder'>, options?: WriteOptions): Promise<Data<'createSandboxOrder'>> {
    return this.api.call('createSandboxOrder', [], body, options);
  }

  /** Fills your sandbox with trips of the last month and the coming weeks, which takes some seconds. */
  createExamples(options?: WriteOptions): Promise<Data<'createSandboxExamples'>> {
    return this.api.call('createSandboxExamples', [], undefined, options);
  }

  getClock(options?: RequestOptions): Promise<Data<'getSandboxClock'>> {
    return this.api.call('getSandboxClock', [], undefined, options);
  }

  /** Moves your clock ahead; deadlines that it passes fire. */
  advanceClock(
    body: Body<'advanceSandboxClock'>,
    options?: WriteOptions,
  ): Promise<Data<'advanceSandboxClock'>> {
    return this.api.call('advanceSandboxClock', [], body, options);
  }

  issueStatements(
    body?: Body<'issueSandboxStatements'>,
    options?: WriteOptions,
  ): Promise<Data<'issueSandboxStatements'>> {
    return this.api.call('issueSandboxStatements', [], body, options);
  }

  payStatement(settlementId: string, options?: WriteOptions): Promise<Data<'paySandboxStatement'>> {
    return this.api.call('paySandboxStatement', [settlementId], undefined, options);
  }
}
