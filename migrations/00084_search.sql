-- +goose Up
-- Words that are typed almost right are found by the groups of three letters that they have in common with written ones.
-- The extension comes with Postgres; where it is missing, callup doctor says what to install.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- +goose Down
DROP EXTENSION IF EXISTS pg_trgm CASCADE;
