import { type Command, InvalidArgumentError } from 'commander';
import { findProfile } from '../config/profiles.ts';
import { connect } from '../connect.ts';
import { misused } from '../failure.ts';
import { eventLine } from '../listen/event-line.ts';
import type { Output } from '../terminal/output.ts';
import { ORDER_RECIPES } from '../trigger/order-recipes.ts';
import { NOT_TRIGGERED, OTHER_RECIPES } from '../trigger/other-recipes.ts';
import type { Recipe } from '../trigger/recipe.ts';
import { runRecipe } from '../trigger/run.ts';
import { findSides } from '../trigger/sides.ts';
import { createWorld } from '../trigger/world.ts';
import { addCommand, type CommonOptions, type Context, outputOf } from './common.ts';

const RECIPES: readonly Recipe[] = [...ORDER_RECIPES, ...OTHER_RECIPES];

interface TriggerOptions extends CommonOptions {
  readonly list?: boolean;
  readonly other?: string;
}

/** `guidepost trigger order.confirmed`: events that really happen, in the sandbox. */
export function triggerCommand(program: Command, context: Context): void {
  const command = addCommand(program, 'trigger', 'make an event happen in the sandbox', [
    'guidepost trigger order.confirmed',
    'guidepost trigger message.received --other studio',
    'guidepost trigger --list',
  ])
    .description(
      'Makes a real order in the sandbox, and does with it what leads to the event, so that everything fits together: the order can be ' +
        'read, and the event comes to your endpoints and to "guidepost listen". As an agency it books guides of the sandbox, as a studio it ' +
        'has the sandbox agency book you. Some events take both sides: --other names the profile of the other one.',
    )
    .option('--list', 'list what can be triggered')
    .option('--other <profile>', 'the profile of the other side of the order');
  command.addArgument(
    command
      .createArgument('[event]', 'what is to happen')
      // For completion; the parser says more of what is none of them.
      .choices(RECIPES.map(({ name }) => name))
      .argParser(recipeNamed),
  );
  command.action(async (recipe: Recipe | undefined, options: TriggerOptions) => {
    const output = outputOf(context, options);
    if (options.list) return list(output);
    if (recipe === undefined)
      throw misused('name what is to happen', '"guidepost trigger --list" lists what can.');
    const { env, signal } = context.io;
    const own = connect(findProfile(env, options.profile));
    const other = options.other === undefined ? undefined : connect(findProfile(env, options.other));
    const sides = await findSides(own, other, signal);
    const step = (text: string) => output.note(output.noteStyle.dim(`· ${text}`));
    const triggered = await runRecipe(recipe, createWorld({ sides, signal, step }));
    output.result(triggered, () => {
      const lines = triggered.events.map((event) => eventLine(event, output.style));
      return [...lines, `${output.style.good('✓')} ${recipe.name}: ${triggered.about}`].join('\n');
    });
  });
}

/** @throws InvalidArgumentError */
function recipeNamed(name: string): Recipe {
  const found = RECIPES.find((recipe) => recipe.name === name);
  if (found !== undefined) return found;
  const why = NOT_TRIGGERED[name];
  if (why !== undefined) throw new InvalidArgumentError(`${name} can not be triggered: ${why}.`);
  throw new InvalidArgumentError(`It is one of ${RECIPES.map((recipe) => recipe.name).join(', ')}.`);
}

function list(output: Output): void {
  const NEEDS = { agency: 'an agency', studio: 'a studio', both: 'both sides' } as const;
  const rows = RECIPES.map(({ name, does, needs }) => ({
    event: name,
    as: needs ? NEEDS[needs] : 'either',
    does,
  }));
  const impossible = Object.entries(NOT_TRIGGERED).map(([event, why]) => ({ event, why }));
  output.result({ events: rows, notTriggered: impossible }, () =>
    [output.rows(rows), '', 'Not triggered:', output.rows(impossible)].join('\n'),
  );
}
