; What a file makes public: @def with its @name and @body, its @owner (a type), @ref to a @local definition.
(class name: (_) @name superclass: (_)? body: (body_statement)? @body) @def
(module name: (_) @name body: (body_statement)? @body) @def
(method name: (_) @name body: (_)? @body) @def
(singleton_method name: (_) @name body: (_)? @body) @def
(class name: (_) @owner body: (body_statement [(method name: (_) @name body: (_)? @body) (singleton_method name: (_) @name body: (_)? @body)] @def))
(module name: (_) @owner body: (body_statement [(method name: (_) @name body: (_)? @body) (singleton_method name: (_) @name body: (_)? @body)] @def))
