; What a file makes public: @def with its @name and @body, its @owner (a type), @ref to a @local definition.
(class_declaration (modifiers "public") name: (identifier) @name body: (class_body) @body) @def
(interface_declaration (modifiers "public") name: (identifier) @name body: (interface_body) @body) @def
(enum_declaration (modifiers "public") name: (identifier) @name body: (enum_body) @body) @def
(record_declaration (modifiers "public") name: (identifier) @name body: (class_body) @body) @def
(annotation_type_declaration (modifiers "public") name: (identifier) @name body: (_) @body) @def
(constructor_declaration (modifiers "public") name: (identifier) @name body: (_) @body) @def
(method_declaration (modifiers "public") name: (identifier) @name body: (block)? @body) @def
(class_declaration name: (identifier) @owner body: (class_body [(method_declaration (modifiers "public") name: (identifier) @name body: (block)? @body) (constructor_declaration (modifiers "public") name: (identifier) @name body: (_) @body)] @def))
(interface_declaration (modifiers "public") name: (identifier) @owner body: (interface_body (method_declaration name: (identifier) @name body: (block)? @body) @def))
