; What a file makes public: @def with its @name and @body, its @owner (a type), @ref to a @local definition.
(export_statement declaration: [(function_declaration name: (identifier) @name body: (_) @body) (generator_function_declaration name: (identifier) @name body: (_) @body)]) @def
(export_statement declaration: (class_declaration name: (_) @name body: (class_body) @body)) @def
(export_statement declaration: (lexical_declaration (variable_declarator name: (identifier) @name value: [(arrow_function body: (_) @body) (function_expression body: (_) @body) (class body: (_) @body)]))) @def
(export_statement declaration: (lexical_declaration (variable_declarator name: (identifier) @name))) @def
(export_statement declaration: (variable_declaration (variable_declarator name: (identifier) @name))) @def
(export_statement declaration: (lexical_declaration (variable_declarator name: (object_pattern [(shorthand_property_identifier_pattern) @name (pair_pattern value: (identifier) @name)])))) @def
(export_statement declaration: (abstract_class_declaration name: (_) @name body: (class_body) @body)) @def
(export_statement declaration: (interface_declaration name: (type_identifier) @name body: (_) @body)) @def
(export_statement declaration: (enum_declaration name: (identifier) @name body: (enum_body) @body)) @def
(export_statement declaration: (type_alias_declaration name: (type_identifier) @name)) @def
(export_statement declaration: (function_signature name: (identifier) @name)) @def
(export_statement declaration: (internal_module name: (_) @name body: (_) @body)) @def
(export_statement declaration: (ambient_declaration [(function_signature name: (identifier) @name) (class_declaration name: (_) @name body: (_) @body) (abstract_class_declaration name: (_) @name body: (_) @body) (interface_declaration name: (_) @name body: (_) @body) (enum_declaration name: (_) @name body: (_) @body) (type_alias_declaration name: (_) @name) (internal_module name: (_) @name body: (_) @body) (lexical_declaration (variable_declarator name: (identifier) @name)) (variable_declaration (variable_declarator name: (identifier) @name))])) @def
(export_statement value: [(arrow_function body: (_) @body) (function_expression body: (_) @body) (class body: (_) @body)]) @def @default
(export_statement value: (identifier) @ref) @def @default
(export_statement value: (_)) @def @default
(export_statement (export_clause (export_specifier name: _ @ref !alias) @def))
(export_statement (export_clause (export_specifier name: _ @ref alias: _ @name) @def))
(export_statement (namespace_export (identifier) @name)) @def
(export_statement "*" source: (string) @star) @def
(export_statement "=" (identifier) @ref) @def @default

(assignment_expression left: (member_expression object: (identifier) @_m property: (property_identifier) @_e) right: (identifier) @ref (#eq? @_m "module") (#eq? @_e "exports")) @def
(assignment_expression left: (member_expression object: (identifier) @_m property: (property_identifier) @_e) right: [(function_expression name: (identifier)? @name body: (_) @body) (arrow_function body: (_) @body) (class name: (_)? @name body: (_) @body) (call_expression) (new_expression)] (#eq? @_m "module") (#eq? @_e "exports")) @def @default
(assignment_expression left: (member_expression object: (identifier) @_m property: (property_identifier) @_e) right: (object [(shorthand_property_identifier) @ref @def (pair key: [(property_identifier) (string)] @name value: [(function_expression body: (_) @body) (arrow_function body: (_) @body) (identifier) @ref (_)]) @def (method_definition name: (property_identifier) @name body: (_) @body) @def]) (#eq? @_m "module") (#eq? @_e "exports"))
(assignment_expression left: (member_expression object: (identifier) @_x property: (property_identifier) @name) right: [(function_expression body: (_) @body) (arrow_function body: (_) @body) (class body: (_) @body) (identifier) @ref (_)] (#eq? @_x "exports")) @def
(assignment_expression left: (member_expression object: (member_expression object: (identifier) @_m property: (property_identifier) @_e) property: (property_identifier) @name) right: [(function_expression body: (_) @body) (arrow_function body: (_) @body) (class body: (_) @body) (identifier) @ref (_)] (#eq? @_m "module") (#eq? @_e "exports")) @def
(program [(function_declaration name: (identifier) @name body: (_) @body) (generator_function_declaration name: (identifier) @name body: (_) @body)] @local)
(program (class_declaration name: (_) @name body: (class_body) @body) @local)
(program (lexical_declaration (variable_declarator name: (identifier) @name value: [(arrow_function body: (_) @body) (function_expression body: (_) @body) (class body: (_) @body)])) @local)
(program (lexical_declaration (variable_declarator name: (identifier) @name)) @local)
(program (variable_declaration (variable_declarator name: (identifier) @name)) @local)
(program (lexical_declaration (variable_declarator name: (object_pattern [(shorthand_property_identifier_pattern) @name (pair_pattern value: (identifier) @name)]))) @local)
(program (abstract_class_declaration name: (_) @name body: (class_body) @body) @local)
(program (interface_declaration name: (type_identifier) @name body: (_) @body) @local)
(program (enum_declaration name: (identifier) @name body: (enum_body) @body) @local)
(program (type_alias_declaration name: (type_identifier) @name) @local)
(program (function_signature name: (identifier) @name) @local)
(program (internal_module name: (_) @name body: (_) @body) @local)
(program (ambient_declaration [(function_signature name: (identifier) @name) (class_declaration name: (_) @name body: (_) @body) (abstract_class_declaration name: (_) @name body: (_) @body) (interface_declaration name: (_) @name body: (_) @body) (enum_declaration name: (_) @name body: (_) @body) (type_alias_declaration name: (_) @name) (internal_module name: (_) @name body: (_) @body) (lexical_declaration (variable_declarator name: (identifier) @name)) (variable_declaration (variable_declarator name: (identifier) @name))]) @local)
