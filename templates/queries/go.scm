; What a file makes public: @def with its @name and @body, its @owner (a type), @ref to a @local definition.
(source_file (function_declaration name: (identifier) @name body: (block)? @body (#match? @name "^[A-Z]")) @def)
(source_file (method_declaration receiver: (parameter_list (parameter_declaration type: [(type_identifier) @owner (pointer_type (type_identifier) @owner) (generic_type type: (type_identifier) @owner) (pointer_type (generic_type type: (type_identifier) @owner))])) name: (field_identifier) @name body: (block)? @body (#match? @name "^[A-Z]")) @def)
(source_file (type_declaration (type_spec name: (type_identifier) @name type: [(struct_type (field_declaration_list) @body) (_)] (#match? @name "^[A-Z]")) @def))
(source_file (type_declaration (type_alias name: (type_identifier) @name (#match? @name "^[A-Z]")) @def))
(source_file (const_declaration (const_spec name: (identifier) @name (#match? @name "^[A-Z]")) @def))
(source_file (var_declaration [(var_spec name: (identifier) @name) @def (var_spec_list (var_spec name: (identifier) @name) @def)] (#match? @name "^[A-Z]")))
