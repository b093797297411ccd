import { z } from 'zod';

/** The part of JSON Schema (2020-12) that the contract uses. */
export interface JsonSchema {
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  prefixItems?: JsonSchema[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  additionalProperties?: JsonSchema | boolean;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  examples?: unknown[];
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  minItems?: number;
  maxItems?: number;
}

/** What a caller sends, without refinements, which JSON Schema cannot express. */
export function inputSchema(schema: z.ZodType): JsonSchema {
  return bare(schema, 'input');
}

export function outputSchema(schema: z.ZodType): JsonSchema {
  return bare(schema, 'output');
}

function bare(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      // Drop the parts of a schema that has its own type.
      if (jsonSchema.type !== undefined) delete jsonSchema.anyOf;
      nameRequired(jsonSchema as JsonSchema);
      const { default: fallback } = z.globalRegistry.get(zodSchema as never) ?? {};
      if (fallback !== undefined) jsonSchema.default = fallback as never;
    },
  });
  return rest as JsonSchema;
}

/** Zod names a record's required keys without listing them as properties, where client generators look. */
function nameRequired(schema: JsonSchema & { propertyNames?: unknown }): void {
  const { required, additionalProperties: value } = schema;
  if (!schema.propertyNames || !required || typeof value !== 'object') return;
  schema.properties = Object.fromEntries(required.map((name) => [name, value]));
  schema.additionalProperties = false;
  delete schema.propertyNames;
}
