; What a file makes public: @def with its @name and @body, its @owner (a type), @ref to a @local definition.
((function_definition declarator: [(function_declarator declarator: [(identifier) (qualified_identifier) (operator_name)] @name) (pointer_declarator declarator: (function_declarator declarator: [(identifier) (qualified_identifier) (operator_name)] @name)) (pointer_declarator declarator: (pointer_declarator declarator: (function_declarator declarator: [(identifier) (qualified_identifier) (operator_name)] @name))) (reference_declarator (function_declarator declarator: [(identifier) (qualified_identifier) (operator_name)] @name))] body: (_) @body) @def (#not-match? @def "^[^({;]*\\bstatic\\b"))
((declaration declarator: [(function_declarator declarator: (identifier) @name) (pointer_declarator declarator: (function_declarator declarator: (identifier) @name)) (pointer_declarator declarator: (pointer_declarator declarator: (function_declarator declarator: (identifier) @name))) (reference_declarator (function_declarator declarator: (identifier) @name))]) @def (#not-match? @def "^[^({;]*\\bstatic\\b"))
(struct_specifier name: (type_identifier) @name body: (_) @body) @def
(union_specifier name: (type_identifier) @name body: (_) @body) @def
(enum_specifier name: (type_identifier) @name body: (_) @body) @def
(type_definition declarator: [(type_identifier) @name (pointer_declarator declarator: (type_identifier) @name) (array_declarator declarator: (type_identifier) @name) (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (type_identifier) @name)))]) @def
(preproc_def name: (identifier) @name value: (_)) @def
(preproc_function_def name: (identifier) @name value: (_)? @body) @def
(class_specifier name: (_) @name body: (_) @body) @def
(alias_declaration name: (type_identifier) @name) @def
(namespace_definition name: (_) @name body: (_) @body) @def
