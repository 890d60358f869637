; What a file makes public: @def with its @name and @body, its @owner (a type), @ref to a @local definition.
(function_item (visibility_modifier) @_v name: (_) @name body: (block) @body (#eq? @_v "pub")) @def
(struct_item (visibility_modifier) @_v name: (_) @name body: (field_declaration_list) @body (#eq? @_v "pub")) @def
(struct_item (visibility_modifier) @_v name: (_) @name (#eq? @_v "pub")) @def
(enum_item (visibility_modifier) @_v name: (_) @name body: (enum_variant_list) @body (#eq? @_v "pub")) @def
(union_item (visibility_modifier) @_v name: (_) @name body: (field_declaration_list) @body (#eq? @_v "pub")) @def
(trait_item (visibility_modifier) @_v name: (_) @name body: (declaration_list) @body (#eq? @_v "pub")) @def
(const_item (visibility_modifier) @_v name: (_) @name (#eq? @_v "pub")) @def
(static_item (visibility_modifier) @_v name: (_) @name (#eq? @_v "pub")) @def
(type_item (visibility_modifier) @_v name: (_) @name (#eq? @_v "pub")) @def
(mod_item (visibility_modifier) @_v name: (_) @name (#eq? @_v "pub")) @def
(impl_item type: [(type_identifier) @owner (generic_type type: (type_identifier) @owner)] body: (declaration_list [(function_item (visibility_modifier) @_v name: (_) @name body: (block) @body) (const_item (visibility_modifier) @_v name: (_) @name)] @def) (#eq? @_v "pub"))
