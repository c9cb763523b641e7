//! Tests for blocks and the schemas in blocks.

use super::*;
use crate::openapi::tree::{Budget, Trees};
use crate::openapi::{Api, ParameterIn, Schema, Subject, Types};

fn schema(name: Option<&str>) -> Schema {
    Schema {
        name: name.map(Into::into),
        slug: name.map(Into::into),
        types: Types::STRING,
        ..Schema::default()
    }
}

#[test]
fn every_schema_of_an_operation_has_its_place() {
    let mut api = Api::default();
    api.schemas.all = [None, Some("Thing")].map(|name| Box::new(schema(name))).into();
    let media = |schema| MediaType { name: "application/json".into(), schema, ..MediaType::default() };
    let operation = Operation {
        parameters: vec![
            Parameter { name: "a b/".into(), schema: Some(SchemaId(0)), ..Parameter::default() },
            Parameter { name: "x".into(), location: ParameterIn::Cookie, ..Parameter::default() },
        ],
        body: Some(RequestBody { content: vec![media(Some(SchemaId(1)))], ..RequestBody::default() }),
        responses: vec![Response {
            status: "4XX".into(),
            headers: vec![Parameter {
                name: "ETag".into(),
                schema: Some(SchemaId(0)),
                ..Parameter::default()
            }],
            content: vec![media(None), media(Some(SchemaId(1)))],
            ..Response::default()
        }],
        ..Operation::default()
    };
    api.operations.push(operation);
    let trees = Trees::new(&api);
    let Blocks { all, tree } = of_page(&trees, Subject::Operation(OperationRef::Path(0)), Budget::default());
    let (mut parameters, mut content) = (Vec::new(), Vec::new());
    for block in all {
        match block {
            Block::Parameters(all) => parameters.extend(all.rows.into_iter().map(|(_, slot)| slot)),
            Block::Body(body) => content.extend(body.content.media),
            Block::Responses(responses) => {
                for response in responses {
                    parameters.extend(response.headers.into_iter().map(|(_, slot)| slot));
                    content.extend(response.content.media);
                }
            }
            _ => {}
        }
    }
    let slot = |anchor: &str, root| Slot { anchor: anchor.into(), root, ..Slot::default() };
    let expected =
        [slot("query.a-b-", Some(0)), slot("cookie.x", None), slot("response-4XX-header.ETag", Some(2))];
    assert_eq!(parameters, expected);
    let schemas: Vec<_> = content.into_iter().map(|media| media.schema).collect();
    let expected =
        [slot("request-body", Some(1)), slot("response-4XX", None), slot("response-4XX-2", Some(3))];
    assert_eq!(schemas, expected);
    let shown: Vec<_> = tree.roots.iter().map(|row| tree[*row].schema).collect();
    assert_eq!(shown, [0, 1, 0, 1].map(|id| Some(SchemaId(id))));
    assert_eq!(needed_schemas(&trees), []);
}
