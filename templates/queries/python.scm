; What a file makes public: @def with its @name and @body, its @owner (a type), @ref to a @local definition.
(module [(function_definition name: (identifier) @name body: (block) @body) @def (decorated_definition definition: (function_definition name: (identifier) @name body: (block) @body) @def)] (#not-match? @name "^_"))
(module [(class_definition name: (identifier) @name body: (block) @body) @def (decorated_definition definition: (class_definition name: (identifier) @name body: (block) @body) @def)] (#not-match? @name "^_"))
